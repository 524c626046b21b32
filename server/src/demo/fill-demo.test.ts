import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { jobs } from '../slices.ts';
import { fillDemos } from './fill-demo.ts';

/** A Wednesday, two days after the demo company was seeded for tests: eleven o'clock in Berlin. */
const now = new Date('2026-11-18T10:00:00Z');
const app = useApp({ clock: { now: () => now } });
const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;
const list = async (path: string) => {
  const { status, body } = await app.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.collection;
};

async function markAsDemo(): Promise<void> {
  await query('insert into demo (workspace_id) select workspace_id from workspace');
}

const countRows = async (): Promise<Record<string, number>> => {
  const tables = [
    'scheduled_event',
    'invitee',
    'crm_record',
    'crm_task',
    'outbound_call',
    'poll',
    'poll_vote',
  ];
  const more = ['webhook', 'workflow', 'note', 'crm_note', 'crm_view'];
  const counts = [...tables, ...more].map((name) => `(select count(*)::int from ${name}) as ${name}`);
  return (await query(`select ${counts.join(', ')}`))[0];
};

let counts: Record<string, number>;
const taken: unknown[] = [];

beforeAll(async () => {
  await markAsDemo();
  // Killed after the second step, and taken up again by two processes at once.
  let steps = 0;
  await fillDemos(app.runtime, () => (steps += 1) > 2);
  taken.push(...(await query('select steps from demo')));
  await Promise.all([fillDemos(app.runtime), fillDemos(app.runtime)]);
  taken.push(...(await query('select steps from demo')));
  counts = await countRows();
  await app.runEffects();
  await jobs.find(({ name }) => name === 'workflows.sweep')?.run(app.runtime, {});
});

test('every step is filled in once, also when it is taken up again', async () => {
  expect(taken).toEqual([{ steps: 2 }, { steps: 5 }]);
  expect(counts).toMatchObject({
    outbound_call: 5,
    poll: 1,
    poll_vote: 3,
    webhook: 1,
    crm_view: 1,
    crm_task: 9,
  });
  const filled = await countRows();
  await fillDemos(app.runtime);
  expect(await countRows()).toEqual(filled);
});

test('today has events in the working hours of the host, one of them over, and tomorrow has more', async () => {
  const day = (date: string) =>
    list(`/scheduled-events?minStartTime=${date}T00:00:00Z&maxStartTime=${date}T23:59:59Z&count=50`);
  const today = (await day('2026-11-18')).filter(({ hosts }: { hosts: { email: string }[] }) =>
    hosts.some(({ email }) => email === 'mara@juniper.example'),
  );
  expect(today.length).toBeGreaterThanOrEqual(4);
  const times = today.map(({ startTime }: { startTime: string }) => startTime).sort();
  expect(times.at(0) < now.toISOString()).toBe(true);
  expect(times.at(-1) > now.toISOString()).toBe(true);
  for (const time of times) expect(time.slice(11, 16) >= '08:00' && time.slice(11, 16) < '16:00').toBe(true);
  expect((await day('2026-11-19')).length).toBeGreaterThanOrEqual(3);
});

test('there are 90 days of history, which insights and timelines know', async () => {
  const [{ first, total }] = await query(
    'select min(starts_at) as first, count(*)::int as total from scheduled_event',
  );
  expect((now.getTime() - Date.parse(first)) / 86_400_000).toBeGreaterThan(85);
  expect(total).toBeGreaterThan(100);
  // Every one of them can be read.
  for (const page of [1, 2]) await list(`/scheduled-events?scope=all&count=100&page=${page}`);
  const path = '/insights/bookings?from=2026-08-20&to=2026-11-18&timeZone=Europe/Berlin&interval=week';
  const { buckets } = (await app.get(path)).body.resource;
  expect(buckets.filter(({ value }: { value: number }) => value > 0).length).toBeGreaterThan(10);
  const [person] = await list('/crm/people?filter[emails]=grace@harborline.example');
  expect(person).toMatchObject({ jobTitle: 'Communications lead', company: { name: 'Harborline' } });
  const timeline = await list(`/crm/people/${person.id}/timeline`);
  const dates = timeline.map(({ at }: { at: string }) => at.slice(0, 10));
  expect(new Set(dates).size).toBeGreaterThan(2);
  expect((await app.get('/insights/no-shows?from=2026-08-20&to=2026-11-18')).status).toBe(200);
});

test('deals are on a board, with notes and tasks; some tasks are due today, one is overdue, two are done', async () => {
  expect((await app.get('/crm/deals')).body.pagination.total).toBe(16);
  expect(await list('/crm/deals/views')).toMatchObject([
    { name: 'Pipeline', kind: 'board', groupBy: 'stage' },
  ]);
  expect((await list('/crm/tasks?mine=true&overdue=true')).length).toBe(1);
  expect((await list('/crm/tasks?state=done')).length).toBe(2);
  const due = await list('/crm/tasks?mine=true');
  expect(due.filter(({ dueOn }: { dueOn: string }) => dueOn === '2026-11-18').length).toBe(2);
});

test('calls have transcripts, and those that were answered have a recording that can be played', async () => {
  const [agent] = await list('/agents');
  const calls = await list(`/agents/${agent.uuid}/outbound-calls`);
  expect(calls.map(({ status }: { status: string }) => status).sort()).toEqual([
    'completed',
    'completed',
    'completed',
    'completed',
    'failed',
  ]);
  const answered = calls.find(({ email }: { email: string }) => email === 'freya@nordhem.example');
  expect(answered.callLog.turns).toHaveLength(6);
  expect(answered.callLog.transcript).toContain('Person: Yes, that’s me.');
  const recording = await app.get(`/agents/${agent.uuid}/outbound-calls/${answered.id}/recording`);
  expect([recording.status, recording.headers['content-type']]).toEqual([200, 'audio/wav']);
  for (const { phone_number } of await query('select phone_number from outbound_call'))
    expect(phone_number).toMatch(/^\+1\d{3}55501\d\d$/);
});

test('a poll is half answered, and its most popular time stands out', async () => {
  const [{ uuid, voters, status }] = await list('/polls');
  expect([voters, status]).toEqual([3, 'open']);
  const { times } = (await app.get(`/polls/${uuid}`)).body.resource;
  expect(times.map(({ yes }: { yes: number }) => yes)).toEqual([1, 1, 3, 1]);
});

test('bookings of visitors ran the workflow, wait for the webhook, and are in the outbox', async () => {
  const workflows = await list('/workflows');
  const { uuid } = workflows.find(({ name }: { name: string }) => name === 'Prepare every meeting');
  const runs = await list(`/workflows/${uuid}/runs?count=50`);
  expect(runs.length).toBeGreaterThanOrEqual(5);
  expect(new Set(runs.map(({ state }: { state: string }) => state))).toEqual(new Set(['done']));
  const [webhook] = await list('/webhooks');
  expect(new URL(webhook.callbackUrl).hostname).toMatch(/\.invalid$/);
  expect((await list(`/webhooks/${webhook.uuid}/deliveries`)).length).toBe(runs.length);
  const mails = await list('/mail');
  expect(mails.length).toBeGreaterThan(runs.length);
});

test('a group page has seats left, and the paid page was paid for', async () => {
  const [studio] = await query(
    `select max_seats - seats_taken as left from scheduled_event where title = 'Open studio' and starts_at > $1
     order by seats_taken desc limit 1`,
    [now],
  );
  expect(studio.left).toBeGreaterThan(0);
  const paid = `select count(*)::int as paid from invitee where payment ->> 'state' = 'paid'`;
  expect((await query(paid))[0].paid).toBeGreaterThan(5);
});

describe('nothing leaves the machine', () => {
  test('all addresses are at domains that nobody can have', async () => {
    const rows = await query(
      `select email from invitee union select to_email from mail_message union select email from poll_vote
       union select email from outbound_call`,
    );
    for (const { email } of rows) expect(email).toMatch(/\.(?:example|test)$/);
  });
});

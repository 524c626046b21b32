import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, createPage, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { buildPartsQuery, type Metric } from './store.ts';
import { readInWorkspace } from '../platform/context.ts';
import { createVisitorActor } from '../platform/auth/actor.ts';
import { sql } from 'kysely';

const clock = { at: monday, now: () => clock.at };
const app = useApp({ clock });

const ownMetrics = ['bookings', 'cancellations', 'no-shows', 'lead-time', 'routing', 'webhooks'] as const;
const metrics = [...ownMetrics, 'calls'] as const;
const mara = 'mara@juniper.example';
let [page, team] = [
  { uuid: '', slug: '' },
  { uuid: '', slug: '' },
];
let [aikoToken, neighbourToken] = ['', ''];

/** When rows say that it happened; they take the time of the database otherwise. */
const setTimes = (table: string, column: string, times: readonly string[]) =>
  app.runtime.database.pool.query(
    `update ${table} t set ${column} = x.at::timestamptz
     from (select id, row_number() over (order by created_at, id) as n from ${table} where ${column} is not null) r
     join unnest($1::text[]) with ordinality as x (at, n) on x.n = r.n where t.id = r.id`,
    [times],
  );

beforeAll(async () => {
  neighbourToken = (await createNeighbour(app.runtime)).token;
  aikoToken = await app.tokenOf('aiko@juniper.example', [
    'events:read',
    'webhooks:read',
    'routing-forms:read',
    'outbound-calls:read',
  ]);
  await app.runtime.database.pool.query('delete from scheduled_event');
  await app.runtime.database.pool.query('delete from routing_submission');
  page = await createPage(app, { title: '=Intro', bookingWindow: { type: 'unlimited' } });
  team = await createPage(app, {
    title: 'Team call',
    ownerSlug: 'discovery',
    type: 'ROUND_ROBIN',
    hosts: [{ email: mara }],
    bookingWindow: { type: 'unlimited' },
  });
  const starts = ['09:00', '10:00', '11:00', '12:00'];
  const booked: { uuid: string; invitees: { uuid: string }[] }[] = [];
  for (const start of starts) booked.push((await bookPage(app, page, { date: '2027-03-30', start })).body);
  const last = await bookPage(app, team, { ownerSlug: 'discovery', date: '2027-03-30', start: '14:00' });
  booked.push(last.body);
  await app.put(`/scheduled-events/${booked[0]?.uuid}/cancel`);
  await app.put(`/scheduled-events/${booked[1]?.uuid}/cancel`);
  clock.at = new Date('2027-03-31T00:00:00Z');
  await app.put(`/scheduled-invitees/${booked[2]?.invitees[0]?.uuid}/no-show`, { noShow: true });
  const form = await app.post('/routing-forms', {
    name: 'Start',
    fields: [{ inputId: 'email', question: 'Email', type: 'EMAIL_INPUT' }],
    routes: [],
    fallback: { type: 'EVENT_TYPE', eventTypeUuid: page.uuid },
  });
  const path = `/public/forms/${form.body.resource.slug}/submissions`;
  await app.post(path, { answers: { email: 'a@insight.example' } }, { token: null });
  clock.at = monday;
  // The night in which Berlin goes from +01 to +02: 23:30 on the 27th, 00:30 and 23:30 on the 28th, 00:30 on the 29th.
  const times = [
    '2027-03-27T22:30:00Z',
    '2027-03-27T23:30:00Z',
    '2027-03-28T21:30:00Z',
    '2027-03-28T22:30:00Z',
    '2027-03-28T22:30:00Z',
  ];
  await setTimes('invitee', 'scheduled_at', times);
  await setTimes('invitee', 'cancelled_at', ['2027-03-28T21:59:59Z', '2027-03-28T22:00:00Z']);
  await setTimes('routing_submission', 'created_at', ['2027-03-28T21:30:00Z']);
});

const range = 'from=2027-03-27&to=2027-03-30&timeZone=Europe/Berlin';
const read = async (metric: string, query = range, token?: string) => {
  const { status, body } = await app.get(`/insights/${metric}?${query}`, token ? { token } : {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body.resource;
};
const valuesOf = (found: { buckets: { value: number }[] }) => found.buckets.map(({ value }) => value);
const sumOf = (found: { buckets: { value: number }[] }) => valuesOf(found).reduce((a, b) => a + b, 0);

describe('GET /insights/...', () => {
  test('200: by days of the asked zone, with zeros, across a change of clocks', async () => {
    expect(await read('bookings')).toEqual({
      from: '2027-03-27',
      to: '2027-03-30',
      timeZone: 'Europe/Berlin',
      interval: 'day',
      groupBy: null,
      unit: 'count',
      buckets: [
        { from: '2027-03-27', key: null, label: null, value: 1 },
        { from: '2027-03-28', key: null, label: null, value: 2 },
        { from: '2027-03-29', key: null, label: null, value: 2 },
        { from: '2027-03-30', key: null, label: null, value: 0 },
      ],
    });
    expect(valuesOf(await read('cancellations'))).toEqual([0, 1, 1, 0]);
    expect(valuesOf(await read('no-shows'))).toEqual([0, 0, 0, 1]);
    expect(valuesOf(await read('routing'))).toEqual([0, 1, 0, 0]);
    expect(valuesOf(await read('webhooks'))).toEqual([0, 0, 0, 0]);
    const utc = await read('bookings', 'from=2027-03-27&to=2027-03-30&timeZone=UTC');
    expect(valuesOf(utc)).toEqual([2, 3, 0, 0]);
  });

  test('200: the sum is the same by day, week and month, and over the groups', async () => {
    const wide = 'from=2027-02-10&to=2027-04-20&timeZone=Europe/Berlin';
    for (const metric of ['bookings', 'cancellations', 'no-shows', 'routing']) {
      const total = sumOf(await read(metric, wide));
      expect(total, metric).toBeGreaterThan(0);
      for (const more of [
        'interval=week',
        'interval=month',
        'groupBy=page',
        'groupBy=host',
        'groupBy=team',
      ]) {
        expect(sumOf(await read(metric, `${wide}&${more}`)), `${metric} ${more}`).toBe(total);
      }
    }
  });

  test('200: by page, host and team, each with its name', async () => {
    const groups = async (groupBy: string) => {
      const { buckets } = await read(
        'bookings',
        `from=2027-03-27&to=2027-03-30&interval=month&groupBy=${groupBy}`,
      );
      return buckets.map(({ key, label, value }: Record<string, unknown>) => [key, label, value]);
    };
    const routed = await read('routing', `${range}&interval=month&groupBy=page`);
    expect(routed.buckets).toMatchObject([{ key: page.uuid, label: '=Intro', value: 1 }]);
    expect(await groups('page')).toEqual([
      [page.uuid, '=Intro', 4],
      [team.uuid, 'Team call', 1],
    ]);
    expect(await groups('host')).toEqual([[expect.any(String), 'Mara Lindqvist', 5]]);
    expect(await groups('team')).toEqual([
      [null, null, 4],
      [expect.any(String), 'Discovery', 1],
    ]);
  });

  test('200: lead time is the median of hours, null where nobody booked', async () => {
    const found = await read('lead-time');
    expect(found.unit).toBe('hours');
    // Booked 22:30 on the 27th for 07:00 on the 30th, both in UTC: 56.5 hours.
    expect(valuesOf(found)).toEqual([56.5, expect.any(Number), expect.any(Number), null]);
  });

  test('200: users count what is their own, other workspaces nothing', async () => {
    for (const metric of ownMetrics) {
      for (const token of [aikoToken, neighbourToken]) {
        const found = await read(metric, `${range}&groupBy=host`, token);
        expect(found.buckets.map(({ key }: { key: string }) => key)).toEqual([null, null, null, null]);
        expect(
          valuesOf(found).every((value) => !value),
          metric,
        ).toBe(true);
      }
    }
  });

  test('200: calls by what became of them and by agent, for everyone who may list them', async () => {
    const { uuid } = (await app.post('/agents', { name: 'Desk', isPublished: true, isEnabled: true })).body
      .resource;
    const { pool } = app.runtime.database;
    /** A call that has come to this, with an attempt for each outcome. */
    const call = async (status: string, attempts: readonly (string | null)[] = [], eventId?: string) => {
      const who = { phoneNumber: '+493012345678', email: 'ines@harbour.example', fullName: 'Ines Okafor' };
      const { id } = (await app.post(`/agents/${uuid}/outbound-calls`, who)).body.element;
      await pool.query(
        `update outbound_call set status = $2, due_at = null, created_at = '2027-03-28T12:00:00Z' where id = $1`,
        [id, status],
      );
      await pool.query(
        `insert into call_attempt (workspace_id, call_id, attempt, id, state, started_at, ended_at, outcome, event_uuid)
         select c.workspace_id, c.id, n, gen_random_uuid(), 'ended', now(), now(), outcome, $3
         from outbound_call c, unnest($2::text[]) with ordinality as a (outcome, n) where c.id = $1`,
        [id, attempts, eventId],
      );
    };
    await call('completed', ['busy', 'answered']);
    await call('completed', ['answered'], 'dbk-1');
    await call('completed', ['voicemail']);
    await call('failed', ['busy', null]);
    await call('failed', [null]);
    await call('cancelled', ['not_answered']);
    await call('in_progress', ['not_answered']);
    const outcomes = async (token?: string) => {
      const { buckets } = await read('calls', `${range}&interval=month&groupBy=outcome`, token);
      return Object.fromEntries(
        buckets.map(({ key, value }: { key: string; value: number }) => [key, value]),
      );
    };
    const each = ['answered', 'booked', 'busy', 'cancelled', 'not_placed', 'open', 'voicemail'];
    expect(await outcomes()).toEqual(Object.fromEntries(each.map((outcome) => [outcome, 1])));
    expect(await outcomes(aikoToken)).toEqual(await outcomes());
    expect(await outcomes(neighbourToken)).toEqual({ null: 0 });
    const byAgent = await read('calls', `${range}&interval=month&groupBy=agent`);
    expect(byAgent.buckets).toMatchObject([{ key: uuid, label: 'Desk', value: each.length }]);
  });

  test('200: by default the last thirty days of the caller', async () => {
    const found = await read('bookings', '');
    expect(found).toMatchObject({ from: '2026-12-13', to: '2027-01-11', timeZone: 'Europe/Berlin' });
    expect(found.buckets).toHaveLength(30);
  });

  test.each([
    ['from=2026-01-01&to=2027-01-02', 'to', 'The period can have at most 366 days.'],
    ['from=2020-01-01&to=2026-01-01&interval=week', 'to', 'The period can have at most 1830 days.'],
    ['from=2027-01-02&to=2027-01-01', 'to', 'Must not be before `from`.'],
    ['interval=year', 'interval', undefined],
    ['groupBy=colour', 'groupBy', undefined],
    ['timeZone=Mars', 'timeZone', undefined],
  ])('422: %s', async (query, field, sentence) => {
    for (const path of ['bookings', 'webhooks.csv']) {
      const { status, body } = await app.get(`/insights/${path}?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
      if (sentence) expect(body.errors[field]).toEqual([sentence]);
    }
  });

  test('403: without a scope for what is counted', async () => {
    const token = await app.tokenOf(mara, ['users:read']);
    for (const metric of metrics) expect((await app.get(`/insights/${metric}`, { token })).status).toBe(403);
    const events = await app.tokenOf(mara, ['events:read']);
    expect((await app.get('/insights/bookings', { token: events })).status).toBe(200);
    for (const metric of ['routing', 'webhooks.csv', 'calls']) {
      expect((await app.get(`/insights/${metric}`, { token: events })).status).toBe(403);
    }
  });

  test.each(metrics)(
    '%s: every table is read through an index that begins with the workspace',
    async (metric) => {
      const plans = await explained(metric);
      expect(plans.length).toBeGreaterThan(0);
      for (const plan of plans) {
        expect(plan).not.toMatch(/Seq Scan/);
        const scans = plan.split('\n').filter((line) => /Index (Only )?Scan|Bitmap Index Scan/.test(line));
        const conditions = plan.split('\n').filter((line) => /Index Cond: /.test(line));
        expect(conditions.length).toBe(scans.length);
        for (const condition of conditions) expect(condition).toMatch(/workspace_id = /);
      }
    },
  );
});

/** The plans of a metric without and with groups, on a database where reading all rows is never cheaper. */
async function explained(metric: Metric): Promise<string[]> {
  const { rows } = await app.runtime.database.pool.query(
    `select workspace_id from member where email = '${mara}'`,
  );
  const actor = { ...createVisitorActor(rows[0].workspace_id, '127.0.0.1'), role: 'owner' as const };
  return readInWorkspace(app.runtime, actor, async (ctx) => {
    await sql`set local enable_seqscan = off`.execute(ctx.db);
    const edges = ['2027-01-01T00:00:00Z', '2027-01-02T00:00:00Z'];
    const plans: string[] = [];
    for (const groupBy of [undefined, 'page', 'host', 'team', 'agent', 'outcome']) {
      const statement = buildPartsQuery(ctx, metric, groupBy, edges);
      const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(ctx.db);
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}

describe('GET /insights/....csv', () => {
  test('200: the same numbers, with formulas escaped', async () => {
    const answer = await app.get(`/insights/bookings.csv?${range}&groupBy=page`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain('bookings.csv');
    const rows = parse(answer.body, { columns: true }) as Record<string, string>[];
    const { buckets } = await read('bookings', `${range}&groupBy=page`);
    expect(rows).toHaveLength(buckets.length);
    expect(rows[0]).toEqual({ from: '2027-03-27', key: page.uuid, label: `'=Intro`, value: '1' });
    for (const metric of metrics) expect((await app.get(`/insights/${metric}.csv`)).status).toBe(200);
  });
});

import { expect, test, vi } from 'vitest';
import { buildBooking, fixedClock, createPage } from '../booking.ts';
import { dumpDatabase } from '../dump.ts';
import { useApp } from '../harness.ts';
import { eraseAttemptsJob } from '../../src/webhooks/jobs.ts';
import {
  queryRows,
  startDeliverer,
  subscribeWebhook,
  findWorkspaceId,
} from '../../src/webhooks/delivery/test-deliveries.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';

const app = useApp({ clock: fixedClock, manualEffects: true, config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();

async function personWith(email: string): Promise<string> {
  const { status, body } = await app.post('/crm/people', { firstName: 'Racing', emails: [email] });
  expect(status).toBe(201);
  return body.person.id;
}

const erase = (id: string) => app.post(`/crm/people/${id}/erase`);

test('an effect that has read a booking before is waited for, and what it wrote is erased as well', async () => {
  const email = 'effect@races.example';
  const id = await personWith(email);
  const effect = await app.runtime.database.pool.connect();
  const workspaceId = await findWorkspaceId(app);
  await effect.query(`begin; set local daybook.workspace = '*'`);
  await effect.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`effects ${workspaceId}`]);
  let isDone = false;
  const erased = erase(id).then((answer) => {
    isDone = true;
    return answer;
  });
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  expect(isDone).toBe(false);
  await effect.query(
    `insert into mail_message (workspace_id, id, dedupe_key, kind, to_email, content_sealed)
     values ($1, gen_random_uuid(), 'race', 'confirmed', $2, $3)`,
    [workspaceId, email, app.runtime.secrets.seal('{}')],
  );
  await effect.query('commit');
  effect.release();
  expect((await erased).status).toBe(200);
  expect(await dumpDatabase(app)).not.toContain(email);
});

test('a booking at the same moment is either erased whole, or a new one whole', async () => {
  const email = 'booking@races.example';
  const id = await personWith(email);
  const page = await createPage(app, {});
  const starts = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'];
  const booked = starts.map((start) =>
    app.post('/event', buildBooking(page, { start, email, name: 'Racing' })),
  );
  const answers = await Promise.all([...booked, erase(id), app.runEffects()]);
  expect(answers.slice(0, starts.length).map((answer) => answer?.status)).toEqual(starts.map(() => 200));
  await app.runEffects();
  const invitees = await queryRows<{ id: string; is_whole: boolean; mails: string }>(
    app,
    `select i.id, (i.erased_at is null) = (i.email = $1) as is_whole,
       (select count(*) from mail_message m where m.event_id = i.event_id and m.to_email = $1 and i.erased_at is not null)
         as mails
     from invitee i join scheduled_event e on e.id = i.event_id where e.event_type_id = $2`,
    [email, page.uuid],
  );
  expect(invitees).toHaveLength(starts.length);
  expect(invitees.filter(({ is_whole, mails }) => !is_whole || Number(mails) > 0)).toEqual([]);
  const { body } = await app.get(`/crm/people?filter[emails]=${email}`);
  for (const person of body.collection) expect((await erase(person.id)).status).toBe(200);
  await app.runEffects();
  expect(await dumpDatabase(app)).not.toContain(email);
});

test('a delivery that is being sent records an answer that repeats what was sent; a job erases it', async () => {
  const email = 'delivery@races.example';
  await subscribeWebhook(app, receiver.url, { events: ['invitee.scheduled'] });
  let answer = () => {};
  receiver.received.length = 0;
  receiver.answer = (response, { text }) => {
    answer = () => void response.end(`You sent ${text}`);
  };
  const page = await createPage(app, {});
  await app.post('/event', buildBooking(page, { date: '2027-01-13', email }));
  await app.runEffects();
  const { body } = await app.get(`/crm/people?filter[emails]=${email}`);
  const running = startDeliverer(app);
  await vi.waitUntil(() => receiver.received.length > 0, { timeout: 10_000 });
  expect((await erase(body.collection[0].id)).status).toBe(200);
  answer();
  await vi.waitUntil(async () => (await dumpDatabase(app)).includes(email), { timeout: 10_000 });
  await running.stop();
  const [job] = await queryRows<{ payload: unknown }>(
    app,
    `select payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1
     order by j.id desc limit 1`,
    [eraseAttemptsJob.name],
  );
  await eraseAttemptsJob.run(app.runtime, eraseAttemptsJob.payload.parse(job?.payload));
  expect(await dumpDatabase(app)).not.toContain(email);
});

import { expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { dumpDatabase } from '../../test/dump.ts';
import { useApp } from '../../test/harness.ts';
import { jobs } from '../slices.ts';
import { purgeOldData } from './purge.ts';

const app = useApp({ clock: fixedClock });

test('invitees of events that ended long enough ago lose their names, and others do not', async () => {
  const page = await createPage(app, {});
  await app.post('/workflows', {
    name: 'Thanks',
    trigger: { on: 'booked' },
    steps: [{ kind: 'mail', to: 'person', template: 'follow_up' }],
  });
  const past = (
    await bookPage(app, page, { start: '10:00', name: 'Olden Guest', email: 'olden@times.example' })
  ).body;
  const next = (
    await bookPage(app, page, { start: '11:00', name: 'Newer Guest', email: 'newer@times.example' })
  ).body;
  await app.post('/notes', { relation: 'event', uuid: past.uuid, note: 'Olden Guest likes tea.' });
  await jobs.find(({ name }) => name === 'workflows.sweep')?.run(app.runtime, {});
  const thanked = async () =>
    (await app.runtime.database.pool.query<{ detail: string }>('select detail from workflow_step')).rows
      .map(({ detail }) => detail)
      .sort();
  expect(await thanked()).toEqual(['Email to newer@times.example.', 'Email to olden@times.example.']);
  await app.runtime.database.pool.query(
    `update scheduled_event set starts_at = now() - interval '40 days', ends_at = now() - interval '40 days' where id = $1`,
    [past.uuid],
  );
  await app.runtime.database.pool.query(
    `update scheduled_event set starts_at = now(), ends_at = now() + interval '1 hour' where id = $1`,
    [next.uuid],
  );
  await purgeOldData(app.runtime);
  expect((await app.get(`/scheduled-events/${past.uuid}`)).body.resource.invitees[0].fullName).toBe(
    'Olden Guest',
  );
  const { body } = await app.patch('/organization', { retention: { inviteeDays: 30 } });
  expect(body.resource.retention).toEqual({
    auditDays: 365,
    mailDays: 90,
    deliveryDays: 30,
    inviteeDays: 30,
  });
  await purgeOldData(app.runtime);
  const { resource } = (await app.get(`/scheduled-events/${past.uuid}`)).body;
  expect(resource.invitees[0]).toMatchObject({ fullName: 'Erased person', email: 'erased@erased.invalid' });
  expect((await app.get(`/notes/event/${past.uuid}`)).body.list).toEqual([]);
  expect(await thanked()).toEqual(['Email to newer@times.example.']);
  expect((await app.get(`/scheduled-events/${next.uuid}`)).body.resource.invitees[0].fullName).toBe(
    'Newer Guest',
  );
  expect((await app.get('/crm/people?filter[emails]=olden@times.example')).body.collection).toHaveLength(1);
});

test('mails and deliveries are deleted after the days of the workspace', async () => {
  const query = (text: string) => app.runtime.database.pool.query<{ id: string }>(text);
  await query(
    `update mail_message set created_at = now() - interval '10 days', status = 'sent', to_email = 'ten.days@times.example'`,
  );
  await query(
    `with hook as (
       insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'https://hooks.example', 'user', '{invitee.scheduled}', 'x' from member
       where email = 'mara@juniper.example' returning workspace_id, id
     ), event as (
       insert into webhook_event (workspace_id, id, name, payload)
       select workspace_id, gen_random_uuid(), 'invitee.scheduled', days || ' days old' from hook, unnest(array[8, 6]) days
       returning workspace_id, id, payload
     )
     insert into webhook_delivery (workspace_id, id, webhook_id, event_id, ordering_key, status, created_at, finished_at)
     select e.workspace_id, gen_random_uuid(), h.id, e.id, 'x', 'delivered', t, t from event e, hook h,
       lateral (select now() - split_part(e.payload, ' ', 1)::int * interval '1 day') as x (t)`,
  );
  const kept = async () =>
    (await query(`select payload from webhook_event where payload like '% days old' order by payload`)).rows;
  await purgeOldData(app.runtime);
  expect(await dumpDatabase(app)).toContain('ten.days@times.example');
  expect(await kept()).toHaveLength(2);
  expect((await app.patch('/organization', { retention: { mailDays: 91 } })).status).toBe(422);
  await app.patch('/organization', { retention: { mailDays: 7, deliveryDays: 7 } });
  await purgeOldData(app.runtime);
  expect(await dumpDatabase(app)).not.toContain('ten.days@times.example');
  expect(await kept()).toEqual([{ payload: '6 days old' }]);
  expect((await query(`select id from webhook_delivery`)).rows).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { book, fixedClock, makePage } from '../../test/booking.ts';
import { dump } from '../../test/dump.ts';
import { useApp } from '../../test/harness.ts';
import { purge } from './purge.ts';

const app = useApp({ clock: fixedClock });

test('invitees of events that ended long enough ago lose their names, and others do not', async () => {
  const page = await makePage(app, {});
  const past = (await book(app, page, { start: '10:00', name: 'Olden Guest', email: 'olden@times.example' }))
    .body;
  const next = (await book(app, page, { start: '11:00', name: 'Newer Guest', email: 'newer@times.example' }))
    .body;
  await app.post('/notes', { relation: 'event', uuid: past.uuid, note: 'Olden Guest likes tea.' });
  await app.runtime.database.pool.query(
    `update scheduled_event set starts_at = now() - interval '40 days', ends_at = now() - interval '40 days' where id = $1`,
    [past.uuid],
  );
  await app.runtime.database.pool.query(
    `update scheduled_event set starts_at = now(), ends_at = now() + interval '1 hour' where id = $1`,
    [next.uuid],
  );
  await purge(app.runtime);
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
  await purge(app.runtime);
  const { resource } = (await app.get(`/scheduled-events/${past.uuid}`)).body;
  expect(resource.invitees[0]).toMatchObject({ fullName: 'Erased person', email: 'erased@erased.invalid' });
  expect((await app.get(`/notes/event/${past.uuid}`)).body.data ?? []).toEqual([]);
  expect((await app.get(`/scheduled-events/${next.uuid}`)).body.resource.invitees[0].fullName).toBe(
    'Newer Guest',
  );
  expect((await app.get('/crm/people?filter[emails]=olden@times.example')).body.collection).toHaveLength(1);
});

test('mails and deliveries are deleted after the days of the workspace', async () => {
  await app.runtime.database.pool.query(
    `update mail_message set created_at = now() - interval '10 days', status = 'sent', to_email = 'ten.days@times.example'`,
  );
  await purge(app.runtime);
  expect(await dump(app)).toContain('ten.days@times.example');
  expect((await app.patch('/organization', { retention: { mailDays: 91 } })).status).toBe(422);
  await app.patch('/organization', { retention: { mailDays: 7, deliveryDays: 7 } });
  await purge(app.runtime);
  expect(await dump(app)).not.toContain('ten.days@times.example');
});

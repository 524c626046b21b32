import { beforeAll, expect, test } from 'vitest';
import { bookPage, createPage, fixedClock } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { createDirectory, patchOp, type Directory } from '../../test/scim.ts';
import { leaveBookingsJob } from './jobs.ts';

const app = useApp({ clock: fixedClock });
let directory: Directory;
beforeAll(async () => {
  directory = await createDirectory(app);
});

let count = 0;
async function createHost() {
  count += 1;
  const { body } = await directory.send('POST', '/Users', {
    userName: `host${count}@leave.example`,
    name: { givenName: 'Host', familyName: String(count) },
    timezone: 'Europe/Berlin',
  });
  return { id: String(body.id), email: String(body.userName) };
}

const deactivate = (id: string) =>
  directory.send('PATCH', `/Users/${id}`, patchOp({ op: 'Replace', path: 'active', value: 'False' }));

/** Runs the jobs that a deactivation left, as a worker would. */
async function runJobs(): Promise<number> {
  const { rows } = await app.runtime.database.pool.query<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
    [leaveBookingsJob.name],
  );
  for (const { payload } of rows)
    await leaveBookingsJob.run(app.runtime, leaveBookingsJob.payload.parse(payload));
  await app.runtime.database.pool.query(
    'delete from graphile_worker._private_jobs using graphile_worker._private_tasks t where t.id = task_id and t.identifier = $1',
    [leaveBookingsJob.name],
  );
  await app.runEffects();
  return rows.length;
}

const readEvent = async (uuid: string) => (await app.get(`/scheduled-events/${uuid}`)).body.resource;

test('keep: bookings of a user whom the directory deactivates stay', async () => {
  const host = await createHost();
  const { body: event } = await bookPage(app, await createPage(app, { hosts: [{ email: host.email }] }));
  await deactivate(host.id);
  expect(await runJobs()).toBe(0);
  expect((await readEvent(event.uuid)).status).toBe('confirmed');
});

test('cancel: they are canceled, and invitees are told', async () => {
  await app.patch('/organization', { departingBookings: 'cancel' });
  const host = await createHost();
  const { body: event } = await bookPage(app, await createPage(app, { hosts: [{ email: host.email }] }));
  await deactivate(host.id);
  expect(await runJobs()).toBe(1);
  expect((await readEvent(event.uuid)).status).toBe('cancelled');
  const mails = await listMailsTo(app, 'ines@okafor.example');
  expect(mails.map(({ text }) => text).join('\n')).toContain('Your event was canceled');
});

test('handover: another host of a round robin takes over; what nobody can take stays, and keeps no one in', async () => {
  await app.patch('/organization', { departingBookings: 'handover' });
  const [host, other] = [await createHost(), await createHost()];
  const robin = await createPage(app, {
    type: 'ROUND_ROBIN',
    hosts: [{ email: host.email }, { email: other.email }],
  });
  const alone = await createPage(app, { hosts: [{ email: host.email }] });
  const shared = await bookPage(app, robin, { hostEmail: host.email });
  const own = await bookPage(app, alone, { start: '13:00' });
  await deactivate(host.id);
  expect(await runJobs()).toBe(1);
  expect((await readEvent(shared.body.uuid)).hosts).toMatchObject([{ email: other.email }]);
  expect(await readEvent(own.body.uuid)).toMatchObject({
    status: 'confirmed',
    hosts: [{ email: host.email }],
  });
  expect((await directory.send('GET', `/Users/${host.id}`)).body.active).toBe(false);
});

test('a user who is active again by the time of the job keeps their bookings', async () => {
  await app.patch('/organization', { departingBookings: 'cancel' });
  const host = await createHost();
  const { body: event } = await bookPage(app, await createPage(app, { hosts: [{ email: host.email }] }));
  await deactivate(host.id);
  await directory.send(
    'PATCH',
    `/Users/${host.id}`,
    patchOp({ op: 'Replace', path: 'active', value: 'True' }),
  );
  await runJobs();
  expect((await readEvent(event.uuid)).status).toBe('confirmed');
});

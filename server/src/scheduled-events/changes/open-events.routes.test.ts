import { describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { listMailsTo } from '../../../test/mail.ts';

/** What becomes of the bookings of a host who leaves. */

const app = useApp({ clock: fixedClock });

const timeZone = 'Europe/Berlin';
let users = 0;

interface User {
  readonly email: string;
  readonly slug: string;
  readonly uuid: string;
}

async function makeUser(name: string): Promise<User> {
  users += 1;
  const fields = {
    email: `${name}${users}@leave.example`,
    firstName: name,
    lastName: 'Leave',
    timezone: timeZone,
  };
  return (await app.post('/organizations/users', fields)).body.resource;
}

const hostedBy = (...people: User[]) => ({ hosts: people.map(({ email }) => ({ email })) });

const leave = (user: User, query = '') => app.delete(`/organizations/users/${user.uuid}?${query}`);

async function hostsOf(uuid: string): Promise<string[]> {
  const { body } = await app.get(`/scheduled-events/${uuid}`);
  return body.resource.hosts.map(({ email }: { email: string }) => email);
}

/** Further events of the same host, an hour after each other. */
async function copyEvent(id: string, count: number): Promise<void> {
  const { pool } = app.runtime.database;
  const copies = `generate_series(1, ${count}) n cross join lateral (select 'dbk-' || lpad(n::text, 16, '0') as id) c`;
  await pool.query(
    `insert into scheduled_event
     select (jsonb_populate_record(e, jsonb_build_object('id', c.id))).* from scheduled_event e, ${copies} where e.id = $1`,
    [id],
  );
  const times = ['busy_from', 'busy_to', 'starts_at', 'ends_at'];
  await pool.query(
    `insert into event_host (workspace_id, event_id, host_id, event_type_id, ${times.join(', ')})
     select workspace_id, c.id, host_id, event_type_id, ${times.map((time) => `${time} + n * interval '1 hour'`).join(', ')}
     from event_host h, ${copies} where h.event_id = $1`,
    [id],
  );
}

describe('DELETE /organizations/users/{uuid}', () => {
  test('200: says nothing of bookings where none are open', async () => {
    const { status, body } = await leave(await makeUser('free'), 'bookings=cancel');
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: 'User deactivated.', status: 200 },
    });
  });

  test('200: keeps open bookings unless told otherwise, and lists them; PATCH does the same', async () => {
    const user = await makeUser('keep');
    const page = await createPage(app, hostedBy(user));
    const { body: event } = await bookPage(app, page);
    const cancelled = await bookPage(app, page, { start: '12:00' });
    await app.put(`/scheduled-events/${cancelled.body.uuid}/cancel`);
    const bookings = {
      handedOver: 0,
      cancelled: 0,
      open: 1,
      collection: [{ uuid: event.uuid, startTime: event.startTime, reason: null }],
    };
    const patched = await app.patch(`/organizations/users/${user.uuid}`, { isActive: false });
    expect(patched.body).toMatchObject({ resource: { isActive: false }, bookings });
    expect((await leave(user)).body).toEqual({
      success: true,
      message: 'User deactivated.',
      status: 200,
      bookings,
    });
    expect(await hostsOf(event.uuid)).toEqual([user.email]);
  });

  test('200: hands over: a round robin finds its host, others go to who is named, the rest is listed with why', async () => {
    const [leaver, other, taker] = [
      await makeUser('leaver'),
      await makeUser('other'),
      await makeUser('taker'),
    ];
    const robin = await createPage(app, { type: 'ROUND_ROBIN', ...hostedBy(leaver, other) });
    const single = await createPage(app, hostedBy(leaver));
    const group = await createPage(app, { type: 'GROUP', maxActiveInvitees: 5, ...hostedBy(leaver) });
    const both = await createPage(app, { type: 'COLLECTIVE', ...hostedBy(leaver, other) });
    const events: Record<string, string> = {};
    const make = async (name: string, page: { slug: string }, start: string, fields = {}) => {
      events[name] = (await bookPage(app, page, { start, ...fields })).body.uuid;
    };
    await make('robin', robin, '09:00', { hostEmail: leaver.email });
    await make('single', single, '10:00');
    await make('group', group, '11:00');
    await make('collective', both, '12:00');
    await make('robinBusy', robin, '13:00', { hostEmail: leaver.email });
    await make('singleBusy', single, '14:00');
    await bookPage(app, await createPage(app, hostedBy(other)), { start: '13:00' });
    await bookPage(app, await createPage(app, hostedBy(taker)), { start: '14:00' });

    const { body } = await leave(leaver, `bookings=handover&handoverTo=${taker.email}`);
    expect(body.bookings).toMatchObject({ handedOver: 4, cancelled: 0, open: 2 });
    expect(
      body.bookings.collection.map(({ uuid, reason }: { uuid: string; reason: string }) => [uuid, reason]),
    ).toEqual([
      [events['robinBusy'], 'No other host of this page is available at this time.'],
      [events['singleBusy'], 'The new host isn’t available at this time.'],
    ]);
    expect(await hostsOf(events['robin']!)).toEqual([other.email]);
    expect(await hostsOf(events['single']!)).toEqual([taker.email]);
    expect(await hostsOf(events['group']!)).toEqual([taker.email]);
    expect(await hostsOf(events['collective']!)).toEqual([taker.email, other.email]);
    expect(await hostsOf(events['singleBusy']!)).toEqual([leaver.email]);

    const again = await leave(leaver, 'bookings=handover');
    expect(again.body.bookings.collection[1]).toMatchObject({
      uuid: events['singleBusy'],
      reason: 'Give the new host in handoverTo.',
    });
  });

  test('200: respects limits of those who take over', async () => {
    const [leaver, other] = [await makeUser('limited'), await makeUser('limit')];
    const hosts = [{ email: leaver.email }, { email: other.email, dailyLimit: 1 }];
    const page = await createPage(app, { type: 'ROUND_ROBIN', hosts });
    for (const start of ['09:00', '10:00', '11:00']) {
      await bookPage(app, page, { start, hostEmail: leaver.email });
    }
    const { body } = await leave(leaver, 'bookings=handover');
    expect(body.bookings).toMatchObject({ handedOver: 1, open: 2 });
  });

  test('200: invitees are told of each, as of any handover or cancellation', async () => {
    const [leaver, taker] = [await makeUser('told'), await makeUser('teller')];
    const page = await createPage(app, hostedBy(leaver));
    const first = await bookPage(app, page, { email: 'kept@invitee.example' });
    await leave(leaver, `bookings=handover&handoverTo=${taker.email}`);
    const handed = await listMailsTo(app, 'kept@invitee.example');
    expect(handed.length).toBe(2);
    const second = await bookPage(app, page, { start: '15:00', email: 'lost@invitee.example' });
    expect(second.status).not.toBe(200);

    const cancelled = await leave(taker, 'bookings=cancel&cancellationReason=Moved%20away');
    expect(cancelled.body.bookings).toEqual({ handedOver: 0, cancelled: 1, open: 0, collection: [] });
    const { body } = await app.get(`/scheduled-events/${first.body.uuid}`);
    expect(body.resource).toMatchObject({
      status: 'cancelled',
      invitees: [{ cancellation: { cancellerType: 'host', cancellationReason: 'Moved away' } }],
    });
    expect((await listMailsTo(app, 'kept@invitee.example')).length).toBe(3);
  });

  test('422: handoverTo is another active user; 403: bookings are changed with a scope for events', async () => {
    const user = await makeUser('refused');
    const page = await createPage(app, hostedBy(user));
    await bookPage(app, page);
    for (const email of ['nobody@leave.example', user.email]) {
      const { status, body } = await leave(user, `bookings=handover&handoverTo=${email}`);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['handoverTo'] });
    }
    const token = await app.tokenOf('mara@juniper.example', ['users:write']);
    const refused = await app.delete(`/organizations/users/${user.uuid}?bookings=cancel`, undefined, {
      token,
    });
    expect({ status: refused.status, type: refused.body.error?.type }).toEqual({
      status: 403,
      type: 'insufficient_scope',
    });
    expect((await app.get(`/organizations/users/${user.uuid}`)).body.resource.isActive).toBe(true);
  });

  test('422: more than 200 bookings are not changed at once; 200: they can be kept, and the first 100 are listed', async () => {
    const user = await makeUser('busy');
    const { body } = await bookPage(app, await createPage(app, hostedBy(user)));
    await copyEvent(body.uuid, 200);
    const refused = await leave(user, 'bookings=cancel');
    expect({ status: refused.status, fields: Object.keys(refused.body.errors) }).toEqual({
      status: 422,
      fields: ['bookings'],
    });
    expect((await app.get(`/organizations/users/${user.uuid}`)).body.resource.isActive).toBe(true);
    const kept = await leave(user);
    expect(kept.body.bookings).toMatchObject({ open: 201, collection: { length: 100 } });
  });

  test('200: nobody is booked who was deactivated in that moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await makeUser('race');
      const page = await createPage(app, hostedBy(user));
      const starts = ['09:00', '10:00', '11:00', '12:00', '13:00'];
      const bookings = starts.map((start) => bookPage(app, page, { start }));
      const left = leave(user, 'bookings=cancel');
      await Promise.all([...bookings, left]);
      const open = await app.get(`/organizations/users/${user.uuid}/open-bookings`);
      expect(open.body.collection).toEqual([]);
    }
  }, 60_000);
});

describe('GET /organizations/users/{uuid}/open-bookings', () => {
  test('200: the events that have yet to begin; 403 of a colleague; 404 of nobody', async () => {
    const user = await makeUser('open');
    const page = await createPage(app, hostedBy(user));
    const { body: event } = await bookPage(app, page);
    const { status, body } = await app.get(`/organizations/users/${user.uuid}/open-bookings`);
    expect(status).toBe(200);
    expect(body.collection).toMatchObject([{ uuid: event.uuid, hosts: [{ email: user.email }] }]);
    expect(body.pagination.total).toBe(1);
    const own = await app.tokenOf(user.email, ['events:read']);
    const read = (uuid: string, token?: string) =>
      app.get(`/organizations/users/${uuid}/open-bookings`, token === undefined ? {} : { token });
    expect((await read(user.uuid, own)).status).toBe(200);
    const colleague = await app.tokenOf('aiko@juniper.example', ['events:read']);
    expect((await read(user.uuid, colleague)).status).toBe(403);
    expect((await read('A'.repeat(15))).status).toBe(404);
  });
});

test('409: an event whose host left is moved by nobody before it is handed over, at no time at all', async () => {
  const [former, taker] = [await makeUser('Una'), await makeUser('Vito')];
  const page = await createPage(app, hostedBy(former));
  const { uuid } = (await bookPage(app, page, { date: '2027-01-21' })).body;
  await leave(former);
  const move = (anyTime: boolean) =>
    app.put(`/scheduled-events/${uuid}/reschedule`, {
      date: '2027-01-21',
      start: '11:00',
      timeZone,
      anyTime,
    });
  expect((await move(false)).status).toBe(422);
  const refused = await move(true);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The host of this event was deactivated. Reassign it first.',
  ]);
  expect(await hostsOf(uuid)).toEqual([former.email]);
  await app.put(`/scheduled-events/${uuid}/handover`, { newHostEmail: taker.email });
  expect((await move(true)).status).toBe(200);
  expect(await hostsOf(uuid)).toEqual([taker.email]);
});

import { describe, expect, test } from 'vitest';
import { listBrokenRules } from '../../../test/booking-rules.ts';
import {
  bookPage,
  buildBooking,
  listFreeTimes,
  createPage,
  mara,
  getInviteePagePath,
} from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { listMailsTo } from '../../../test/mail.ts';
import { createPoll, castVote } from '../../../test/polls.ts';
import { generateUuid } from '../../platform/ids.ts';
import { deletePastEntries } from './store.ts';

const clock = { at: new Date('2027-01-11T06:00:00Z') };
const app = useApp({ clock: { now: () => clock.at } });

// oxlint-disable-next-line no-explicit-any -- as it came over the wire; tests assert what matters
type Wire = any;

const group = {
  type: 'GROUP',
  maxActiveInvitees: 2,
  waitlist: true,
  bookingWindow: { type: 'unlimited' },
};
let next = 0;
const newEmail = (): string => `waits${(next += 1)}@okafor.example`;
const rows = async (text: string, values: unknown[] = []): Promise<Wire[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;

/** As a visitor does. */
async function join(page: { slug: string }, fields: object = {}) {
  const { ownerSlug: _, eventTypeSlug: __, ...booking } = buildBooking(page, { waitlist: true, ...fields });
  return app.post(`/public/pages/${mara}/${page.slug}/bookings`, booking);
}

async function full(fields: object = {}, when: object = {}) {
  const page = await createPage(app, { ...group, ...fields });
  const booked = [
    (await bookPage(app, page, { email: newEmail(), ...when })).body,
    (await bookPage(app, page, { email: newEmail(), ...when })).body,
  ];
  return { page, eventId: booked[0].uuid, invitees: booked.map(({ invitees }) => invitees[0].uuid) };
}

const waitingOf = async (eventId: string): Promise<string[]> =>
  (await app.get(`/scheduled-events/${eventId}/waitlist`)).body.collection.map(({ email }: Wire) => email);
const comingTo = async (eventId: string): Promise<string[]> =>
  (await app.get(`/scheduled-events/${eventId}`)).body.resource.invitees
    .filter(({ cancellation }: Wire) => cancellation.cancelledAt === null)
    .map(({ email }: Wire) => email);
const cancelOwn = async (inviteeId: string) => {
  const [path = '', query = ''] = (await getInviteePagePath(app, inviteeId)).split('?');
  return app.put(`/public${path}/cancel?${query}`, {});
};
const cancel = (inviteeId: string) => app.put(`/scheduled-invitees/${inviteeId}/cancel`);

describe('joining', () => {
  test('202: where the event is full; 201: where it has seats, it is booked', async () => {
    const { page, eventId } = await full({}, { date: '2027-02-01' });
    const [first, second] = [newEmail(), newEmail()];
    const { status, body } = await join(page, { date: '2027-02-01', email: first });
    expect(status).toBe(202);
    expect(body.waitlist).toMatchObject({ position: 1, seats: 1, startTime: '2027-02-01T09:00:00.000000Z' });
    expect((await join(page, { date: '2027-02-01', email: second })).body.waitlist.position).toBe(2);
    expect(await waitingOf(eventId)).toEqual([first, second]);
    expect((await join(page, { date: '2027-02-01', start: '11:00', email: newEmail() })).status).toBe(201);
    const [mail] = await listMailsTo(app, first);
    expect(mail?.subject).toBe('You’re on the waitlist: Test page');
    expect(mail?.text).toMatch(/\/bookings\/waitlist\/\S+/);
  });

  test('202: nor is a mailbox, whatever its tag', async () => {
    const date = '2027-04-26';
    const { page, eventId } = await full({}, { date });
    for (const email of ['tagged@okafor.example', 'tagged+more@okafor.example', 'Tagged+1@okafor.example'])
      expect((await join(page, { date, email })).status).toBe(202);
    expect(await waitingOf(eventId)).toEqual(['tagged@okafor.example']);
  });

  test('202: nobody is on it twice; 422: where a page has none', async () => {
    const { page } = await full({}, { date: '2027-02-02' });
    const email = newEmail();
    const first = await join(page, { date: '2027-02-02', email });
    await join(page, { date: '2027-02-02', email: newEmail() });
    const twice = await join(page, { date: '2027-02-02', email: email.toUpperCase() });
    expect(twice.body).toEqual(first.body);
    expect(await listMailsTo(app, email)).toHaveLength(1);
    const none = await join(await createPage(app, { ...group, waitlist: false }), { email });
    expect(Object.keys(none.body.errors)).toEqual(['waitlist']);
    const { body } = await app.post('/event-types', { title: 'Alone', waitlist: true });
    expect(Object.keys(body.errors)).toEqual(['waitlist']);
  });

  test('202: where the address has to be confirmed, it is confirmed first', async () => {
    const { page, eventId } = await full({ confirmAddress: 'always' }, { date: '2027-02-03' });
    const email = newEmail();
    const asked = await join(page, { date: '2027-02-03', email });
    expect(asked.body.confirmation.token).toBeDefined();
    expect(await waitingOf(eventId)).toEqual([]);
    const code = /\b\d{6}\b/.exec((await listMailsTo(app, email))[0]?.text ?? '')?.[0];
    const proof = { confirmation: asked.body.confirmation.token, code };
    expect((await join(page, { date: '2027-02-03', email, ...proof })).body.waitlist.position).toBe(1);
  });

  test('422: where it is too soon to book the event, or it is not open for booking', async () => {
    const date = '2027-04-22';
    const { page } = await full({}, { date });
    const tryIt = async () => (await join(page, { date, email: newEmail() })).status;
    await app.patch(`/event-types/${page.uuid}`, { bookingWindow: { type: 'rolling', days: 5 } });
    expect(await tryIt()).toBe(422);
    await app.patch(`/event-types/${page.uuid}`, { bookingWindow: { type: 'unlimited' } });
    expect(await tryIt()).toBe(202);
  });

  test('409: a place on it uses a link that is limited, and gives it back when it comes to nothing', async () => {
    const date = '2027-04-23';
    const { page, eventId, invitees } = await full({}, { date });
    const { link } = (await app.get(`/event-types/${page.uuid}/single-use-link`)).body;
    const token = link.split('/s/')[1];
    const byLink = async () => {
      const { ownerSlug: _, eventTypeSlug: __, ...booking } = buildBooking(page, { date, waitlist: true });
      return app.post(`/public/links/${token}/bookings`, { ...booking, email: newEmail() });
    };
    const first = await byLink();
    expect(first.status).toBe(202);
    expect((await byLink()).status).toBe(409);
    const [entry] = (await app.get(`/scheduled-events/${eventId}/waitlist`)).body.collection;
    await app.delete(`/waitlist-entries/${entry.uuid}`);
    expect((await byLink()).status).toBe(202);
    await cancel(invitees[0]);
    expect((await byLink()).status).toBe(409);
    expect((await comingTo(eventId)).length).toBe(2);
  });

  test('422: places on waitlists count in the limit of an invitee', async () => {
    const { page } = await full(
      { inviteeLimit: { bookings: 1, period: 'upcoming' } },
      { date: '2027-02-04' },
    );
    const email = newEmail();
    await join(page, { date: '2027-02-04', email });
    const more = await join(page, { date: '2027-02-04', start: '12:00', email });
    expect([more.status, Object.keys(more.body.errors)]).toEqual([422, ['email']]);
  });
});

describe('a free seat', () => {
  test('goes to the first on the waitlist, in the transaction that frees it, with the mail and webhooks of a booking', async () => {
    await rows(
      `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
       select workspace_id, $1, id, 'https://receiver.example/hook', 'organization',
         '{invitee.scheduled,waitlist.joined,waitlist.left}', '' from member where email = 'mara@juniper.example'`,
      [generateUuid()],
    );
    const { page, eventId, invitees } = await full({ title: 'Class' }, { date: '2027-02-08' });
    const [first, second] = [newEmail(), newEmail()];
    const { uuid } = (await join(page, { date: '2027-02-08', email: first })).body.waitlist;
    await join(page, { date: '2027-02-08', email: second });
    expect((await cancelOwn(invitees[0])).status).toBe(200);
    expect(await comingTo(eventId)).toContain(first);
    expect(await waitingOf(eventId)).toEqual([second]);
    expect((await bookPage(app, page, { date: '2027-02-08', email: newEmail() })).status).toBe(409);
    const subjects = (await listMailsTo(app, first)).map(({ subject }) => subject);
    expect(subjects[0]).toMatch(/^Booked: Class/);
    const sent = await rows(
      `select e.name, e.payload from webhook_delivery d
       join webhook_event e on e.workspace_id = d.workspace_id and e.id = d.event_id
       where d.ordering_key = $1 order by d.seq`,
      [uuid],
    );
    expect(sent.map(({ name, payload }) => [name, JSON.parse(payload).status])).toEqual([
      ['waitlist.joined', 'waiting'],
      ['invitee.scheduled', 'confirmed'],
      ['waitlist.left', 'booked'],
    ]);
  });

  test('an invitee who wants more seats than are free is passed over, and more seats of the page are given as well', async () => {
    const { page, eventId, invitees } = await full({}, { date: '2027-02-09' });
    const [two, one] = [newEmail(), newEmail()];
    await join(page, { date: '2027-02-09', email: two, seats: 2 });
    await join(page, { date: '2027-02-09', email: one });
    await cancel(invitees[0]);
    expect(await waitingOf(eventId)).toEqual([two]);
    await app.patch(`/event-types/${page.uuid}`, { maxActiveInvitees: 4 });
    await app.runEffects();
    expect(await comingTo(eventId)).toEqual(expect.arrayContaining([one, two]));
    expect((await listMailsTo(app, two))[0]?.subject).toMatch(/^Booked: /);
  });

  test('more seats of the page than its room has are given to nobody', async () => {
    const date = '2027-04-13';
    const { uuid: room } = (await app.post('/resources', { name: 'Aalto', kind: 'Studio', capacity: 3 })).body
      .resource;
    const { page, eventId } = await full({ resources: [{ kind: 'Studio' }] }, { date });
    const [first, second] = [newEmail(), newEmail()];
    for (const email of [first, second]) await join(page, { date, email });
    await app.patch(`/event-types/${page.uuid}`, { maxActiveInvitees: 9 });
    await app.runEffects();
    expect(await waitingOf(eventId)).toEqual([second]);
    expect((await bookPage(app, page, { date, email: newEmail() })).status).toBe(409);
    expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
    // A larger one is for all seats of the page, first for those who wait.
    await app.patch(`/resources/${room}`, { capacity: 20 });
    expect(await waitingOf(eventId)).toEqual([]);
    expect((await bookPage(app, page, { date, email: newEmail() })).status).toBe(200);
  });

  test('an event lives on by those who wait when its last invitee cancels', async () => {
    const { page, eventId, invitees } = await full({ maxActiveInvitees: 2 }, { date: '2027-02-10' });
    const [a, b] = [newEmail(), newEmail()];
    await join(page, { date: '2027-02-10', email: a });
    await join(page, { date: '2027-02-10', email: b });
    await cancel(invitees[0]);
    await cancel(invitees[1]);
    expect((await comingTo(eventId)).toSorted()).toEqual([a, b].toSorted());
    expect((await app.get(`/scheduled-events/${eventId}`)).body.resource).toMatchObject({
      status: 'confirmed',
      activeInviteesCount: 2,
    });
  });

  test('costs what the page did when they joined, also when that was nothing', async () => {
    const date = '2027-04-14';
    const paid = await full({ price: '5.00', currency: 'EUR' }, { date });
    const free = await full({}, { date: '2027-04-15' });
    const email = newEmail();
    await join(paid.page, { date, email });
    await join(free.page, { date: '2027-04-15', email });
    for (const { page, invitees } of [paid, free]) {
      await app.patch(`/event-types/${page.uuid}`, { price: '700.00', currency: 'EUR' });
      await cancel(invitees[0]);
    }
    const paymentIn = async (eventId: string) =>
      (await app.get(`/scheduled-events/${eventId}`)).body.resource.invitees.find(
        (each: Wire) => each.email === email,
      ).payment;
    expect(await paymentIn(paid.eventId)).toMatchObject({ amount: '5.00' });
    expect(await paymentIn(free.eventId)).toBeNull();
  });

  test('is given to nobody whom the workspace blocks by now', async () => {
    const date = '2027-04-16';
    const { page, eventId, invitees } = await full({}, { date });
    const [blocked, other] = [newEmail(), newEmail()];
    for (const email of [blocked, other]) await join(page, { date, email });
    await app.patch('/organization', { blockedAddresses: [blocked] });
    await cancel(invitees[0]);
    await app.patch('/organization', { blockedAddresses: [] });
    expect(await comingTo(eventId)).toContain(other);
    expect(await waitingOf(eventId)).toEqual([blocked]);
  });

  test.each([
    {
      what: 'is turned off',
      date: '2027-04-19',
      end: (page: Wire) => app.patch(`/event-types/${page.uuid}`, { isActive: false }),
    },
    {
      what: 'is deleted',
      date: '2027-04-20',
      end: (page: Wire) => app.delete(`/event-types/${page.uuid}`),
    },
  ])(
    'is given to nobody once its page $what; with its last invitee the event ends',
    async ({ date, end }) => {
      const { page, eventId, invitees } = await full({}, { date });
      const email = newEmail();
      await join(page, { date, email });
      await end(page);
      await cancel(invitees[0]);
      expect(await comingTo(eventId)).not.toContain(email);
      await cancel(invitees[1]);
      expect((await app.get(`/scheduled-events/${eventId}`)).body.resource.status).toBe('cancelled');
    },
  );

  test('422: nobody waits for a host who has left, nor gets a seat with them', async () => {
    const date = '2027-04-21';
    const host = (
      await app.post('/organizations/users', {
        email: newEmail(),
        firstName: 'Noor',
        lastName: 'Haddad',
        timezone: 'Europe/Berlin',
      })
    ).body.resource;
    const { page, eventId, invitees } = await full({ hosts: [{ email: host.email }] }, { date });
    const email = newEmail();
    expect((await join(page, { date, email })).status).toBe(202);
    expect((await app.delete(`/organizations/users/${host.uuid}`)).status).toBe(200);
    expect((await join(page, { date, email: newEmail() })).status).toBe(422);
    await cancel(invitees[0]);
    expect(await comingTo(eventId)).not.toContain(email);
  });

  test('is given to nobody who could not cancel it any more', async () => {
    const { page, eventId, invitees } = await full({ cancellationNotice: 1440 }, { date: '2027-01-13' });
    const email = newEmail();
    await join(page, { date: '2027-01-13', email });
    clock.at = new Date('2027-01-12T12:00:00Z');
    await cancel(invitees[0]);
    clock.at = new Date('2027-01-11T06:00:00Z');
    expect(await waitingOf(eventId)).toEqual([email]);
    expect(await comingTo(eventId)).not.toContain(email);
  });
});

describe('the end of waiting', () => {
  test('by the link of the mail, which changes nothing when it is opened', async () => {
    const { page, eventId } = await full({}, { date: '2027-02-15' });
    const email = newEmail();
    await join(page, { date: '2027-02-15', email });
    const path = /\/bookings\/waitlist\/\S+/.exec((await listMailsTo(app, email))[0]?.text ?? '')?.[0] ?? '';
    const shown = await app.app.inject({ url: path });
    expect([shown.statusCode, shown.body.includes('You’re number 1.')]).toEqual([200, true]);
    expect(await waitingOf(eventId)).toEqual([email]);
    await app.app.inject({ method: 'POST', url: path });
    expect(await waitingOf(eventId)).toEqual([]);
    expect((await app.app.inject({ url: path })).body).toContain('You’re not on the waitlist');
    expect((await app.app.inject({ url: `${path.slice(0, -2)}xx` })).statusCode).toBe(404);
  });

  test('200: by a host, with a mail; 403: by somebody else; 409: twice', async () => {
    const { page, eventId } = await full({}, { date: '2027-02-16' });
    const email = newEmail();
    const { uuid } = (await join(page, { date: '2027-02-16', email })).body.waitlist;
    const token = await app.tokenOf('aiko@juniper.example', ['events:write']);
    expect((await app.delete(`/waitlist-entries/${uuid}`, undefined, { token })).status).toBe(403);
    expect((await app.delete(`/waitlist-entries/${uuid}`)).status).toBe(200);
    expect((await app.delete(`/waitlist-entries/${uuid}`)).status).toBe(409);
    expect(await waitingOf(eventId)).toEqual([]);
    expect((await listMailsTo(app, email))[0]?.subject).toBe('You’re no longer on the waitlist: Test page');
  });

  test('when the event is cancelled or moved by a host, with a mail', async () => {
    const { page, eventId } = await full({}, { date: '2027-02-17' });
    const email = newEmail();
    await join(page, { date: '2027-02-17', email });
    const later = { date: '2027-02-18', start: '15:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/scheduled-events/${eventId}/reschedule`, later)).status).toBe(200);
    expect(await waitingOf(eventId)).toEqual([]);
    expect((await listMailsTo(app, email))[0]?.subject).toMatch(/^You’re no longer on the waitlist/);
    const other = newEmail();
    expect((await join(page, { date: '2027-02-18', start: '15:00', email: other })).status).toBe(202);
    await app.put(`/scheduled-events/${eventId}/cancel`);
    expect(await comingTo(eventId)).toEqual([]);
    expect((await listMailsTo(app, other))[0]?.subject).toMatch(/^You’re no longer on the waitlist/);
  });

  test('when the event begins', async () => {
    const { page, eventId } = await full({}, { date: '2027-02-19' });
    await join(page, { date: '2027-02-19', email: newEmail() });
    const count = async () =>
      (await rows('select count(*)::int as n from waitlist_entry where event_id = $1', [eventId]))[0].n;
    await deletePastEntries(app.runtime.database, new Date('2027-02-19T08:59:00Z'));
    expect(await count()).toBe(1);
    await deletePastEntries(app.runtime.database, new Date('2027-02-19T09:00:00Z'));
    expect(await count()).toBe(0);
  });
});

describe('a page that becomes a group page', () => {
  const toGroup = (page: { uuid: string }) =>
    app.patch(`/event-types/${page.uuid}`, { type: 'GROUP', maxActiveInvitees: 10, waitlist: true });

  test('409: nobody joins what was booked alone, nor waits for it, and its time is not offered', async () => {
    const date = '2027-04-06';
    const page = await createPage(app, { bookingWindow: group.bookingWindow });
    const { uuid } = (await bookPage(app, page, { date, email: 'alone@okafor.example' })).body;
    await toGroup(page);
    expect((await bookPage(app, page, { date, email: newEmail() })).status).toBe(409);
    expect((await join(page, { date, email: newEmail() })).status).toBe(409);
    expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
    expect(await comingTo(uuid)).toEqual(['alone@okafor.example']);
    expect((await bookPage(app, page, { date, start: '11:00', email: newEmail() })).status).toBe(200);
    expect((await bookPage(app, page, { date, start: '11:00', email: newEmail() })).status).toBe(200);
  });

  test('409: nobody joins those whom a poll brought together, also once one of them cancels', async () => {
    const page = await createPage(app, { bookingWindow: group.bookingWindow });
    const times = ['2027-04-07T08:00:00Z', '2027-04-07T09:00:00Z'];
    const poll = await createPoll(app, page, { times });
    for (const email of [newEmail(), newEmail(), newEmail()]) await castVote(app, poll, { email });
    const { body } = await app.put(`/polls/${poll.uuid}/finalise`, { startTime: times[0] });
    await toGroup(page);
    await cancel(body.resource.votes[0].inviteeUuid);
    for (const email of [newEmail(), newEmail()]) {
      expect((await join(page, { date: '2027-04-07', email })).status).toBe(409);
    }
    expect(await comingTo(body.resource.eventUuid)).toHaveLength(2);
  });
});

test('of many who come at once to an event that nobody has begun, as many as fit are booked and all others wait', async () => {
  const page = await createPage(app, group);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => join(page, { date: '2027-04-20', email: newEmail() })),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, 201, ...Array(8).fill(202)]);
});

test('whatever many do at once, every seat has one owner, nobody waits beside a free one, and nobody is there twice', async () => {
  const { page, eventId, invitees } = await full({ maxActiveInvitees: 3 }, { date: '2027-03-01' });
  const third = (await bookPage(app, page, { date: '2027-03-01', email: newEmail() })).body.invitees[0].uuid;
  const waiting = Array.from({ length: 6 }, newEmail);
  const entries: string[] = [];
  await Promise.all(
    waiting.map(async (email) => {
      const { body } = await join(page, { date: '2027-03-01', email });
      entries.push(body.waitlist.uuid);
    }),
  );
  const answers = await Promise.all([
    ...[...invitees, third].map((id) => cancelOwn(id)),
    ...Array.from({ length: 4 }, () => join(page, { date: '2027-03-01', email: newEmail() })),
    ...Array.from({ length: 4 }, () => bookPage(app, page, { date: '2027-03-01', email: newEmail() })),
    ...waiting.slice(0, 3).map((email) => join(page, { date: '2027-03-01', email })),
    ...entries.slice(0, 2).map((id) => app.delete(`/waitlist-entries/${id}`)),
    app.patch(`/event-types/${page.uuid}`, { maxActiveInvitees: 4 }),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  await app.runEffects();
  const coming = await comingTo(eventId);
  const left = await waitingOf(eventId);
  expect(new Set(coming).size).toBe(coming.length);
  expect(new Set(left).size).toBe(left.length);
  expect(coming).toHaveLength(4);
  const { activeInviteesCount } = (await app.get(`/scheduled-events/${eventId}`)).body.resource;
  expect(activeInviteesCount).toBe(4);
  expect(await listBrokenRules(async <T>(sql: string) => (await rows(sql)) as T[])).toEqual([]);
}, 60_000);

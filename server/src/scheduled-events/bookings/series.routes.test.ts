import ICAL from 'ical.js';
import fc from 'fast-check';
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
import { buildIcsFiles, buildIcs } from '../../mail/public.ts';
import { generateUuid } from '../../platform/ids.ts';

const clock = { at: new Date('2027-01-11T06:00:00Z') };
const app = useApp({ clock: { now: () => clock.at } });

const every = ['weekly', 'biweekly', 'monthly'];
const open = {
  bookingWindow: { type: 'unlimited' },
  recurrence: { frequencies: every, maximumOccurrences: 12 },
};
const hosts = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];
const weekly = (count: number, more: object = {}) => ({
  recurrence: { frequency: 'weekly', count, ...more },
});

// oxlint-disable-next-line no-explicit-any -- as it came over the wire; tests assert what matters
type Wire = any;

const rows = async (text: string, values: unknown[] = []): Promise<Wire[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;
const countEvents = async (page: { uuid: string }): Promise<number> =>
  (await rows('select count(*)::int as n from scheduled_event where event_type_id = $1', [page.uuid]))[0].n;
const startsOf = (body: Wire): string[] => body.occurrences.map(({ startTime }: Wire) => startTime);
const change = async (inviteeId: string, verb: 'cancel' | 'reschedule', body: object) => {
  const [path = '', query = ''] = (await getInviteePagePath(app, inviteeId)).split('?');
  return app.put(`/public${path}/${verb}?${query}`, body);
};

describe('booking a series', () => {
  test('200: each occurrence is an event of its own, at the same time of day before and after clocks change', async () => {
    const page = await createPage(app, open);
    const { status, body } = await bookPage(app, page, { date: '2027-03-16', start: '10:00', ...weekly(4) });
    expect(status).toBe(200);
    expect(startsOf(body)).toEqual([
      '2027-03-16T09:00:00.000000Z',
      '2027-03-23T09:00:00.000000Z',
      '2027-03-30T08:00:00.000000Z',
      '2027-04-06T08:00:00.000000Z',
    ]);
    const series = body.invitees[0].series;
    expect(series).toMatchObject({ index: 1, count: 4 });
    const { collection } = (await app.get(`/scheduled-events?seriesUuid=${series.uuid}`)).body;
    expect(collection.map((event: Wire) => event.invitees[0].series.index)).toEqual([1, 2, 3, 4]);
    expect(new Set(collection.map((event: Wire) => event.invitees[0].uuid)).size).toBe(4);
  });

  test('200: without a series nothing is said of one', async () => {
    const { body } = await bookPage(app, await createPage(app, open), { start: '16:00' });
    expect(body).not.toHaveProperty('occurrences');
    expect(body.invitees[0]).not.toHaveProperty('series');
  });

  test('422: on a page without series, with a frequency or a number that it does not allow, or outside the offered times', async () => {
    const plain = await bookPage(app, await createPage(app), { start: '15:00', ...weekly(2) });
    expect(plain.body.errors).toEqual({ recurrence: ['This page doesn’t support series.'] });
    const page = await createPage(app, {
      ...open,
      recurrence: { frequencies: ['monthly'], maximumOccurrences: 3 },
    });
    const wrong = await bookPage(app, page, { start: '15:00', ...weekly(5) });
    expect(wrong.body.errors).toEqual({
      'recurrence.frequency': ['Must be one of: monthly.'],
      'recurrence.count': ['Must be at most 3.'],
    });
    const any = await bookPage(app, await createPage(app, open), {
      start: '21:00',
      anyTime: true,
      ...weekly(2),
    });
    expect(Object.keys(any.body.errors)).toEqual(['recurrence']);
    const never = await bookPage(app, await createPage(app, open), { start: '21:00', ...weekly(2) });
    expect(Object.keys(never.body.errors)).toEqual(['start']);
  });

  test('422: a page whose host confirms bookings, or that is paid online, takes no series', async () => {
    const { uuid } = await createPage(app, open);
    const { body } = await app.patch(`/event-types/${uuid}`, { requiresConfirmation: true });
    expect(Object.keys(body.errors)).toEqual(['recurrence']);
    const paid = { price: '20.00', currency: 'EUR', paymentProvider: 'stripe' };
    expect(Object.keys((await app.patch(`/event-types/${uuid}`, paid)).body.errors)).toContain('recurrence');
    const off = await app.patch(`/event-types/${uuid}`, { requiresConfirmation: true, recurrence: null });
    expect(off.body.resource).toMatchObject({ recurrence: null, requiresConfirmation: true });
  });

  test('409: all or nothing, and the answer names every time that is not available', async () => {
    const page = await createPage(app, open);
    await bookPage(app, page, { date: '2027-06-08', start: '11:00' });
    await app.post('/absences', { start: '2027-06-22', end: '2027-06-22' });
    const before = await countEvents(page);
    const { status, body } = await bookPage(app, page, { date: '2027-06-01', start: '11:00', ...weekly(4) });
    expect(status).toBe(409);
    expect(body.unavailable.map(({ date, start }: Wire) => `${date} ${start}`)).toEqual([
      '2027-06-08 11:00',
      '2027-06-22 11:00',
    ]);
    expect(body.unavailable[0].reason).toBe('This time is no longer available.');
    expect(await countEvents(page)).toBe(before);
    expect(await listFreeTimes(app, page, '2027-06-01')).toContain('11:00');

    const rest = await bookPage(app, page, {
      date: '2027-06-01',
      start: '11:00',
      ...weekly(4, { skipTaken: true }),
    });
    expect(startsOf(rest.body).map((start) => start.slice(0, 10))).toEqual(['2027-06-01', '2027-06-15']);
    expect(rest.body.invitees[0].series).toMatchObject({ index: 1, count: 2 });
  });

  test('409: a first time that is taken is named like the others, and skipped like them', async () => {
    const page = await createPage(app, open);
    const at = { date: '2028-05-02', start: '13:00' };
    await bookPage(app, page, at);
    await bookPage(app, page, { ...at, date: '2028-05-16' });
    const taken = await bookPage(app, page, { ...at, ...weekly(3) });
    expect(taken.status).toBe(409);
    expect(taken.body.unavailable.map(({ date }: Wire) => date)).toEqual(['2028-05-02', '2028-05-16']);
    const rest = await bookPage(app, page, { ...at, ...weekly(4, { skipTaken: true }) });
    expect(startsOf(rest.body).map((start) => start.slice(0, 10))).toEqual(['2028-05-09', '2028-05-23']);
    const none = await bookPage(app, page, { ...at, ...weekly(4, { skipTaken: true }) });
    expect([none.status, none.body.unavailable.length]).toEqual([409, 4]);
  });

  test('409: the limits of page and invitee count the occurrences before', async () => {
    const month = await createPage(app, { ...open, monthlyLimit: 2 });
    const over = await bookPage(app, month, { date: '2027-07-06', start: '09:00', ...weekly(4) });
    expect(over.status).toBe(409);
    expect(over.body.unavailable.map(({ date }: Wire) => date)).toEqual(['2027-07-20', '2027-07-27']);
    expect(await countEvents(month)).toBe(0);
    const invitee = await createPage(app, { ...open, inviteeLimit: { bookings: 2, period: 'upcoming' } });
    const many = await bookPage(app, invitee, { date: '2027-07-06', start: '09:00', ...weekly(3) });
    expect([many.status, Object.keys(many.body.errors)]).toEqual([422, ['email']]);
    expect((await bookPage(app, invitee, { date: '2027-07-06', start: '09:00', ...weekly(2) })).status).toBe(
      200,
    );
  });

  test('200: of a round robin one host takes them all, who is free at all of them; 409 if nobody is', async () => {
    const page = await createPage(app, { ...open, type: 'ROUND_ROBIN', hosts });
    const own = await createPage(app, open);
    await bookPage(app, own, { date: '2027-08-10', start: '15:00' });
    const { body } = await bookPage(app, page, { date: '2027-08-03', start: '15:00', ...weekly(3) });
    const { collection } = (
      await app.get(`/scheduled-events?scope=all&seriesUuid=${body.invitees[0].series.uuid}`)
    ).body;
    expect(collection.map(({ hosts: [host] }: Wire) => host.email)).toEqual(Array(3).fill(hosts[1]?.email));

    await bookPage(app, own, { date: '2027-08-24', start: '16:00' });
    const { body: taken } = await bookPage(app, page, {
      date: '2027-08-31',
      start: '16:00',
      hostEmail: hosts[1]?.email,
    });
    expect(taken.uuid).toBeDefined();
    const neither = await bookPage(app, page, { date: '2027-08-17', start: '16:00', ...weekly(3) });
    expect(neither.status).toBe(409);
    expect(neither.body.unavailable).toHaveLength(1);
  });

  test('200: seats of a group are taken in each event, and a collective needs everybody each time', async () => {
    const group = await createPage(app, { ...open, type: 'GROUP', maxActiveInvitees: 2 });
    await bookPage(app, group, { date: '2027-09-07', start: '10:00', email: 'first@okafor.example' });
    expect((await bookPage(app, group, { date: '2027-09-07', start: '10:00', ...weekly(2) })).status).toBe(
      200,
    );
    const full = await bookPage(app, group, {
      date: '2027-08-31',
      start: '10:00',
      email: 'c@okafor.example',
      ...weekly(2),
    });
    expect(full.body.unavailable).toMatchObject([{ date: '2027-09-07' }]);
    const all = await createPage(app, { ...open, type: 'COLLECTIVE', hosts });
    const { body } = await bookPage(app, all, { date: '2027-09-21', start: '15:00', ...weekly(2) });
    const { collection } = (await app.get(`/scheduled-events?seriesUuid=${body.invitees[0].series.uuid}`))
      .body;
    expect(collection.map(({ hosts: both }: Wire) => both.length)).toEqual([2, 2]);
  });

  test('200: each occurrence has the price of the page, and a link is used once for the whole series', async () => {
    const page = await createPage(app, { ...open, price: '30.00', currency: 'EUR' });
    const { link } = (await app.get(`/event-types/${page.uuid}/single-use-link`)).body;
    const sharedLink = new URL(link).pathname.split('/').at(-1);
    const { body } = await bookPage(app, page, { date: '2027-10-05', sharedLink, ...weekly(3) });
    const paid = await rows('select payment from invitee where series_id = $1', [
      body.invitees[0].series.uuid,
    ]);
    expect(paid.map(({ payment }) => payment.amount)).toEqual(['30.00', '30.00', '30.00']);
    expect((await bookPage(app, page, { date: '2027-10-06', sharedLink, ...weekly(2) })).status).toBe(409);
  });

  test('200: a repeated request with its key answers the same and books nothing', async () => {
    const page = await createPage(app, open);
    const send = () =>
      app.post('/event', buildBooking(page, { date: '2027-10-12', start: '14:00', ...weekly(3) }), {
        headers: { 'idempotency-key': 'series-1' },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await countEvents(page)).toBe(3);
  });

  test('201: a visitor books one, sees all of them, and proves the address once', async () => {
    const page = await createPage(app, { ...open, confirmAddress: 'always' });
    const {
      ownerSlug: _,
      eventTypeSlug: __,
      ...booking
    } = buildBooking(page, {
      date: '2027-10-19',
      start: '11:00',
      email: 'visitor@okafor.example',
      ...weekly(3),
    });
    const path = `/public/pages/${mara}/${page.slug}/bookings`;
    const asked = await app.post(path, booking);
    expect(asked.status).toBe(202);
    const [mail] = await listMailsTo(app, 'visitor@okafor.example');
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    const { status, body } = await app.post(path, {
      ...booking,
      confirmation: asked.body.confirmation.token,
      code,
    });
    expect(status).toBe(201);
    expect(body.resource.series).toMatchObject({ index: 1, count: 3 });
    expect(body.resource.series.occurrences.map(({ startTime }: Wire) => startTime.slice(0, 10))).toEqual([
      '2027-10-19',
      '2027-10-26',
      '2027-11-02',
    ]);
  });
});

describe('mail, calendars and webhooks', () => {
  const contentsTo = (email: string): Promise<Wire[]> => listMailsTo(app, email);

  test('everybody gets one mail with all times, and one calendar file with all events', async () => {
    const page = await createPage(app, { ...open, title: 'Coaching' });
    const people = { email: 'one-mail@okafor.example', guests: ['guest-of-series@okafor.example'] };
    await bookPage(app, page, { date: '2027-03-16', start: '12:00', ...people, ...weekly(3) });
    for (const email of [people.email, ...people.guests]) {
      const mails = await contentsTo(email);
      expect(mails).toHaveLength(1);
      const [{ subject, text, invitation, furtherInvitations }] = mails as [Wire];
      expect(subject).toBe('Booked: Coaching (3×), Tuesday, 16 March 2027, 12:00');
      for (const day of ['16 March', '23 March', '30 March'])
        expect(text).toContain(`${day} 2027, 12:00–12:30`);
      if (!invitation) throw new Error('No invitation');
      const file = new ICAL.Component(
        ICAL.parse(buildIcs(invitation, 'no-reply@juniper.example', furtherInvitations)),
      );
      expect(file.getFirstPropertyValue('method')).toBe('PUBLISH');
      const entries = file.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
      expect(entries.map(({ startDate }) => startDate.toString())).toEqual([
        '2027-03-16T12:00:00',
        '2027-03-23T12:00:00',
        '2027-03-30T12:00:00',
      ]);
      expect(new Set(entries.map(({ uid }) => uid)).size).toBe(3);
    }
    const toHost = (await contentsTo('mara@juniper.example')).filter(({ subject }) =>
      subject.includes('Coaching'),
    );
    expect(toHost).toHaveLength(1);
  });

  test('subscribers hear of each event, with its place in the series', async () => {
    await rows(
      `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
       select workspace_id, $1, id, 'https://receiver.example/hook', 'organization', '{invitee.scheduled}', ''
       from member where email = 'mara@juniper.example'`,
      [generateUuid()],
    );
    const page = await createPage(app, open);
    const { body } = await bookPage(app, page, { date: '2027-11-09', start: '09:00', ...weekly(2) });
    await bookPage(app, page, { date: '2027-11-09', start: '10:00' });
    await app.runEffects();
    const sent = await rows(
      `select e.payload from webhook_delivery d
       join webhook_event e on e.workspace_id = d.workspace_id and e.id = d.event_id order by d.seq`,
    );
    const ours = sent
      .map(({ payload }) => JSON.parse(payload))
      .filter(({ eventTypeUri }) => eventTypeUri.endsWith(page.uuid));
    const { uuid } = body.invitees[0].series;
    expect(ours.map(({ series }) => series)).toEqual([
      { uuid, index: 1, count: 2 },
      { uuid, index: 2, count: 2 },
      undefined,
    ]);
    expect(ours[2]).not.toHaveProperty('series');
  });
});

describe('changing a series', () => {
  test('200: cancelling or moving one leaves the others', async () => {
    const page = await createPage(app, open);
    const { body } = await bookPage(app, page, { date: '2027-11-16', start: '11:00', ...weekly(3) });
    const [first, second, third] = body.occurrences;
    expect((await change(second.inviteeUuid, 'cancel', {})).status).toBe(200);
    const later = { date: '2027-12-01', start: '14:00', timeZone: 'Europe/Berlin' };
    expect((await change(third.inviteeUuid, 'reschedule', later)).status).toBe(200);
    const { collection } = (await app.get(`/scheduled-events?seriesUuid=${body.invitees[0].series.uuid}`))
      .body;
    expect(collection.map(({ uuid, status }: Wire) => [uuid, status])).toEqual([
      [first.uuid, 'confirmed'],
      [second.uuid, 'cancelled'],
      [third.uuid, 'confirmed'],
    ]);
    expect(collection[2].invitees[0].series.index).toBe(3);
  });

  test('200: all that remain are cancelled by one request and one mail, past and late ones stay', async () => {
    const page = await createPage(app, { ...open, title: 'Lessons', cancellationNotice: 1440 });
    const people = { email: 'ends@okafor.example', guests: ['guest-ends@okafor.example'] };
    const { body } = await bookPage(app, page, {
      date: '2027-01-12',
      start: '15:00',
      ...people,
      ...weekly(4),
    });
    const [, second, , fourth] = body.occurrences;
    await change(fourth.inviteeUuid, 'cancel', {});
    await app.runEffects();
    clock.at = new Date('2027-01-18T20:00:00Z');
    const rest = { wholeSeries: true, cancellationReason: 'Moved away' };
    const { status, body: answer } = await change(second.inviteeUuid, 'cancel', rest);
    const { startTime, endTime } = second;
    expect([status, answer.stillBooked]).toEqual([200, [{ startTime, endTime }]]);
    const again = await change(second.inviteeUuid, 'cancel', { wholeSeries: true });
    expect(again.status).toBe(409);
    clock.at = new Date('2027-01-11T06:00:00Z');
    const { collection } = (await app.get(`/scheduled-events?seriesUuid=${body.invitees[0].series.uuid}`))
      .body;
    expect(collection.map(({ status }: Wire) => status)).toEqual([
      'confirmed',
      'confirmed',
      'cancelled',
      'cancelled',
    ]);
    for (const email of [people.email, ...people.guests]) {
      const mails = await listMailsTo(app, email);
      const subjects = mails.map(({ subject }) => subject.slice(0, 18));
      expect(subjects.toSorted()).toEqual(['Booked: Lessons (4', 'Canceled: Lessons,', 'Canceled: Lessons,']);
      // What was too late to be cancelled is named.
      expect(mails[0]?.text).toMatch(/Still booked\W+Tuesday, 19 January 2027/);
    }
  });

  test('200: mail about a series that is cancelled has a cancellation for each event', async () => {
    const page = await createPage(app, { ...open, title: 'Ends' });
    const email = 'each@okafor.example';
    const { body } = await bookPage(app, page, { date: '2027-04-06', start: '12:00', email, ...weekly(3) });
    const cancelled = await change(body.occurrences[2].inviteeUuid, 'cancel', { wholeSeries: true });
    expect([cancelled.status, cancelled.body.stillBooked]).toEqual([200, []]);
    const [{ invitation, furtherInvitations }] = (await listMailsTo(app, email)) as Wire[];
    const uids = body.occurrences.map(({ uuid }: Wire) => `${uuid}@daybook`);
    expect(
      [invitation, ...furtherInvitations].map(({ method, uid, attendees }) => [
        method,
        uid,
        attendees.length,
      ]),
    ).toEqual(uids.map((uid: string) => ['CANCEL', uid, expect.any(Number)]));
    const files = buildIcsFiles(invitation, 'mail@daybook.example', furtherInvitations);
    const linesOf = (file: string) => [...new Set(file.match(/METHOD:\w+|UID:dbk\S+|ATTENDEE|STATUS:\w+/g))];
    expect(files.map(linesOf)).toEqual(
      uids.map((uid: string) => ['METHOD:CANCEL', `UID:${uid}`, 'ATTENDEE', 'STATUS:CANCELLED']),
    );
  });

  test('200: a host cancels the rest; 403: somebody else; 422: a booking that is no part of a series', async () => {
    const page = await createPage(app, { ...open, title: 'Sessions' });
    const { body } = await bookPage(app, page, {
      date: '2027-12-07',
      start: '09:00',
      email: 'rest@okafor.example',
      ...weekly(3),
    });
    const invitee = body.occurrences[1].inviteeUuid;
    const token = await app.tokenOf('aiko@juniper.example', ['events:write']);
    const cancel = (id: string, options = {}) =>
      app.put(`/scheduled-invitees/${id}/cancel`, { wholeSeries: true }, options);
    expect((await cancel(invitee, { token })).status).toBe(403);
    expect((await cancel(invitee)).status).toBe(200);
    const { collection } = (await app.get(`/scheduled-events?seriesUuid=${body.invitees[0].series.uuid}`))
      .body;
    expect(collection.map(({ status }: Wire) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await listMailsTo(app, 'rest@okafor.example'))[0]?.subject).toMatch(/^Canceled: Sessions \(3×\)/);
    const single = (await bookPage(app, page, { date: '2027-12-08', start: '09:00' })).body.invitees[0].uuid;
    expect(Object.keys((await cancel(single)).body.errors)).toEqual(['wholeSeries']);
  });
});

describe('races', () => {
  test('a series that is cancelled from each of its bookings at once is cancelled once, and no request fails', async () => {
    const page = await createPage(app, open);
    const { occurrences } = (await bookPage(app, page, { date: '2028-06-06', start: '09:00', ...weekly(6) }))
      .body as Wire;
    // Another order of time than of booking.
    const moved = { date: '2028-09-05', start: '09:00', timeZone: 'Europe/Berlin' };
    await app.put(`/scheduled-events/${occurrences[0].uuid}/reschedule`, moved);
    const answers = await Promise.all(
      [...occurrences, ...occurrences].map(({ inviteeUuid }: Wire) =>
        app.put(`/scheduled-invitees/${inviteeUuid}/cancel`, { wholeSeries: true }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(11).fill(409)]);
  });

  test(
    'two dozen series over the same host: no overlap, and never half a series',
    { timeout: 60_000 },
    async () => {
      const made = await Promise.all([
        createPage(app, { ...open, duration: 30, slotInterval: 15 }),
        createPage(app, { ...open, duration: 45, slotInterval: 15, bufferAfter: 15 }),
        createPage(app, { ...open, type: 'ROUND_ROBIN', hosts, slotInterval: 15 }),
        createPage(app, { ...open, type: 'COLLECTIVE', hosts, slotInterval: 15 }),
      ]);
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, n) =>
          bookPage(app, made[n % made.length] as { slug: string }, {
            date: `2028-02-0${1 + (n % 2) * 7}`,
            start: ['15:00', '15:15', '15:30'][n % 3],
            email: `series${n}@race.example`,
            recurrence: { frequency: n % 5 === 0 ? 'biweekly' : 'weekly', count: 3 + (n % 3) },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
      expect(statuses).toContain(200);
      const series = await rows(
        `select count(*)::int as booked, max(series_count) as count from invitee
       where email like '%@race.example' group by series_id`,
      );
      expect(series).toHaveLength(statuses.filter((status) => status === 200).length);
      for (const { booked, count } of series) expect(booked).toBe(count);
      expect(await listBrokenRules(async <T>(sql: string) => (await rows(sql)) as T[])).toEqual([]);
    },
  );
});

test('200: what the page offers at each of the times, and 409 with exactly the others, on random series', async () => {
  const page = await createPage(app, { ...open, slotInterval: 30, duration: 30, minimumNotice: 0 });
  const frequencies = fc.constantFrom('weekly', 'biweekly', 'monthly');
  await fc.assert(
    fc.asyncProperty(
      frequencies,
      fc.integer({ min: 0, max: 20 }),
      fc.constantFrom('09:00', '09:30', '12:00'),
      fc.integer({ min: 2, max: 4 }),
      async (frequency, dayOffset, start, count) => {
        const date = new Date(Date.UTC(2028, 2, 6 + dayOffset)).toISOString().slice(0, 10);
        if (!(await listFreeTimes(app, page, date)).includes(start)) return;
        const tried = await bookPage(app, page, { date, start, recurrence: { frequency, count } });
        const dates: string[] =
          tried.status === 200
            ? startsOf(tried.body).map((time) => time.slice(0, 10))
            : tried.body.unavailable.map(({ date: day }: Wire) => day);
        for (const day of dates) expect(await listFreeTimes(app, page, day)).not.toContain(start);
        if (tried.status === 200) expect(dates).toHaveLength(count);
      },
    ),
    { numRuns: 5, seed: 20_280_306 },
  );
}, 60_000);

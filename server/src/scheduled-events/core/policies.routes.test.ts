import { describe, expect, test } from 'vitest';
import {
  bookPage,
  buildBooking,
  listFreeTimes,
  createPage,
  getInviteePagePath,
} from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';

/** What pages, links and the workspace allow invitees. */

const clock = { at: new Date('2027-01-11T06:00:00Z') };
const app = useApp({ clock: { now: () => clock.at } });
const timeZone = 'Europe/Berlin';
const later = { date: '2027-01-13', start: '12:00', timeZone };

const inviteeOf = (body: { invitees: { uuid: string }[] }): string => body.invitees[0]?.uuid ?? '';

/** How invitees change a booking: by the key in their mail. */
async function ownPathOf(inviteeId: string): Promise<string> {
  const [path = '', query = ''] = (await getInviteePagePath(app, inviteeId)).split('?');
  return `/public${path}?${query}`;
}

async function change(inviteeId: string, verb: 'cancel' | 'reschedule', body?: object) {
  const [path = '', query = ''] = (await ownPathOf(inviteeId)).split('?');
  return app.put(`${path}/${verb}?${query}`, body);
}

describe('notice', () => {
  test('409: after it, invitees neither cancel nor move, and their page says so; hosts do both', async () => {
    const page = await createPage(app, { cancellationNotice: 1440, reschedulingNotice: 2880 });
    const { body } = await bookPage(app, page, { date: '2027-01-13', start: '10:00' });
    const id = inviteeOf(body);
    const own = await getInviteePagePath(app, id);

    clock.at = new Date('2027-01-11T09:00:00.001Z');
    const moved = await change(id, 'reschedule', later);
    expect(moved.status).toBe(409);
    expect(moved.body.message).toBe(
      'This event could be moved until 2 days before it starts. Please contact your host.',
    );
    const before = (await app.app.inject({ url: own })).body;
    expect([before.includes('move=1'), before.includes('cancel=1')]).toEqual([false, true]);

    clock.at = new Date('2027-01-12T09:00:00.001Z');
    const refused = await change(id, 'cancel');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'This event could be cancelled until 1 day before it starts. Please contact your host.',
    );
    const after = (await app.app.inject({ url: own })).body;
    expect(after).toContain('too late to cancel');
    expect(after).not.toContain('cancel=1');

    expect((await app.put(`/scheduled-events/${body.uuid}/reschedule`, later)).status).toBe(200);
    expect((await app.put(`/scheduled-events/${body.uuid}/cancel`)).status).toBe(200);
    clock.at = new Date('2027-01-11T06:00:00Z');
  });

  test('200: in time, and the setting that a page has now is the one that counts', async () => {
    const page = await createPage(app, { cancellationNotice: 1440 });
    const { body } = await bookPage(app, page, { date: '2027-01-12', start: '07:00' });
    expect(body.message).toBeDefined();
    const booked = await bookPage(app, page, { date: '2027-01-12', start: '11:00' });
    clock.at = new Date('2027-01-11T10:00:00Z');
    expect((await change(inviteeOf(booked.body), 'cancel')).status).toBe(200);
    const second = await bookPage(app, page, { date: '2027-01-12', start: '11:30' });
    clock.at = new Date('2027-01-11T11:00:00Z');
    expect((await change(inviteeOf(second.body), 'cancel')).status).toBe(409);
    await app.patch(`/event-types/${page.uuid}`, { cancellationNotice: 0 });
    expect((await change(inviteeOf(second.body), 'cancel')).status).toBe(200);
    clock.at = new Date('2027-01-11T06:00:00Z');
  });
});

describe('limits', () => {
  test('409: a month that is full offers nothing more; the next one does', async () => {
    const page = await createPage(app, { monthlyLimit: 2, bookingWindow: { type: 'unlimited' } });
    await bookPage(app, page, { date: '2027-02-01', start: '09:00' });
    await bookPage(app, page, { date: '2027-02-26', start: '09:00' });
    expect(await listFreeTimes(app, page, '2027-02-12')).toEqual([]);
    expect((await bookPage(app, page, { date: '2027-02-12', start: '10:00' })).status).toBe(409);
    expect(await listFreeTimes(app, page, '2027-03-01')).not.toEqual([]);
    expect((await bookPage(app, page, { date: '2027-03-01', start: '10:00' })).status).toBe(200);
  });

  test('409: of minutes, by the duration that is wanted', async () => {
    const page = await createPage(app, {
      eventDurations: [{ minutes: 30, default: true }, { minutes: 60 }],
      dailyMinutes: 90,
    });
    const date = '2027-01-14';
    expect((await bookPage(app, page, { date, start: '09:00', duration: 60 })).status).toBe(200);
    expect(await listFreeTimes(app, page, date, 'duration=60')).toEqual([]);
    expect(await listFreeTimes(app, page, date)).not.toEqual([]);
    expect((await bookPage(app, page, { date, start: '12:00', duration: 60 })).status).toBe(409);
    expect((await bookPage(app, page, { date, start: '12:00' })).status).toBe(200);
    expect(await listFreeTimes(app, page, date)).toEqual([]);
  });

  test('409: minutes of a month hold against many at once', async () => {
    const page = await createPage(app, { monthlyMinutes: 90 });
    const answers = await repeatConcurrently(12, (n) =>
      bookPage(app, page, { date: `2027-01-${19 + (n % 4)}`, start: `${10 + Math.floor(n / 4)}:00` }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 3, 409: 9 });
  });
});

describe('an invitee', () => {
  test('422: has as many bookings on a page as it says, in its week, regardless of their senders and of how many come at once', async () => {
    const page = await createPage(app, { inviteeLimit: { bookings: 2, period: 'week' } });
    const answers = await repeatConcurrently(8, (n) =>
      bookPage(app, page, {
        date: '2027-01-21',
        start: `${9 + n}:00`.padStart(5, '0').replace('16', '15'),
        // The same mailbox, whatever follows a plus sign.
        email: ['kai@limit.example', 'Kai@limit.example', 'KAI+work@limit.example'][n % 3],
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual({ email: ['This page takes 2 bookings a week per email address.'] });
    const other = { date: '2027-01-22', start: '09:00', email: 'lea@limit.example' };
    expect((await bookPage(app, page, other)).status).toBe(200);
    expect((await bookPage(app, page, { date: '2027-01-25', email: 'kai@limit.example' })).status).toBe(200);
  });

  test('422: is the same with whatever follows a plus sign; 200: another name or domain is not', async () => {
    const page = await createPage(app, { inviteeLimit: { bookings: 1, period: 'upcoming' } });
    const statuses: number[] = [];
    for (const [index, email] of [
      ...['nia+first@limit.example', 'NIA@limit.example', 'nia+second@limit.example'],
      ...['nia@other.example', 'niamh+first@limit.example'],
    ].entries()) {
      const at = { date: '2027-01-29', start: `${10 + index}:00`, email };
      statuses.push((await bookPage(app, page, at)).status);
    }
    expect(statuses).toEqual([200, 422, 422, 200, 200]);
  });

  test('422: does not move into a week that is full, and may within it', async () => {
    const page = await createPage(app, { inviteeLimit: { bookings: 1, period: 'day' } });
    const email = 'mo@limit.example';
    const first = await bookPage(app, page, { date: '2027-01-27', start: '09:00', email });
    const second = await bookPage(app, page, { date: '2027-01-28', start: '09:00', email });
    const refused = await change(inviteeOf(second.body), 'reschedule', {
      date: '2027-01-27',
      start: '11:00',
      timeZone,
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('email');
    const within = { date: '2027-01-27', start: '11:00', timeZone };
    expect((await change(inviteeOf(first.body), 'reschedule', within)).status).toBe(200);
    await app.put(`/scheduled-events/${first.body.uuid}/cancel`);
    expect((await change(inviteeOf(second.body), 'reschedule', within)).status).toBe(200);
  });

  test('422: whom the workspace blocks, by address, by what follows a plus, or by domain, also as a guest', async () => {
    const blockedAddresses = [
      'Pest@mail.example',
      'spam.example',
      'pest@mail.example',
      'troll+1@mail.example',
    ];
    const changed = await app.patch('/organization', { blockedAddresses });
    expect(changed.body.resource.blockedAddresses).toEqual([
      ...['pest@mail.example', 'spam.example', 'troll+1@mail.example'],
    ]);
    const page = await createPage(app);
    const refusal = ['Bookings from this email address aren’t accepted.'];
    for (const email of [
      'PEST@mail.example',
      'pest+more@mail.example',
      'troll@mail.example',
      'a@spam.example',
      'a@b.spam.example',
    ]) {
      const { status, body } = await bookPage(app, page, { email });
      expect([email, status, body.errors]).toEqual([email, 422, { email: refusal }]);
    }
    const guests = await bookPage(app, page, { guests: ['ok@mail.example', 'x@spam.example'] });
    expect(guests.body.errors).toEqual({ 'guests.1': refusal });
    expect((await bookPage(app, page, { email: 'a@notspam.example' })).status).toBe(200);
    const wrong = await app.patch('/organization', {
      blockedAddresses: ['spam', 'a b@c.example', 'fine.example'],
    });
    expect(Object.keys(wrong.body.errors)).toEqual(['blockedAddresses.0', 'blockedAddresses.1']);
    await app.patch('/organization', { blockedAddresses: [] });
  });
});

describe('a link', () => {
  test('409: takes as many bookings as it has uses, however many come at once', async () => {
    const page = await createPage(app);
    const made = await app.post('/links', { eventTypeUuid: page.uuid, kind: 'shared', maxUses: 3 });
    expect(made.body.resource).toMatchObject({ maxUses: 3, uses: 0, usedAt: null });
    const { ownerSlug: _, eventTypeSlug: __, ...booking } = buildBooking(page);
    const sharedLink = made.body.resource.token;
    const answers = await repeatConcurrently(10, (n) =>
      app.post('/event', {
        ...booking,
        sharedLink,
        date: `2027-02-${n < 5 ? '03' : '04'}`,
        start: `${10 + (n % 5)}:00`,
      }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 3, 409: 7 });
    const listed = await app.get(`/links?eventTypeUuid=${page.uuid}`);
    expect(listed.body.collection[0]).toMatchObject({ maxUses: 3, uses: 3, usedAt: expect.any(String) });
  });

  test('422: a single-use link has one use, and others at least one', async () => {
    const { uuid: eventTypeUuid } = await createPage(app);
    const twice = await app.post('/links', { eventTypeUuid, kind: 'single_use', maxUses: 2 });
    expect(twice.body.errors).toEqual({ maxUses: ['A single-use link has one use.'] });
    expect((await app.post('/links', { eventTypeUuid, maxUses: 0 })).status).toBe(422);
    const single = await app.post('/links', { eventTypeUuid, kind: 'single_use' });
    expect(single.body.resource).toMatchObject({ maxUses: 1, uses: 0 });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import {
  buildBooking,
  bookPage,
  fixedClock,
  createPage,
  mara,
  getInviteePagePath,
} from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { createPoll, castVote } from '../../../test/polls.ts';

const app = useApp({ clock: fixedClock, config: { rateLimit: { perToken: 6000, perAddress: 300 } } });

const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;

beforeEach(() => query('delete from throttle'));

const guests = Array.from({ length: 20 }, (_, index) => `guest-${index}@elm.example`);

async function visitorBooks(page: { slug: string }, fields: object = {}, remoteAddress = '203.0.113.7') {
  const { ownerSlug: _, eventTypeSlug: __, ...booking } = buildBooking(page);
  const url = `/v2/public/pages/${mara}/${page.slug}/bookings`;
  return app.inject({ method: 'POST', url, payload: { ...booking, ...fields }, remoteAddress });
}

async function visitorChanges(uuid: string, change: string, body: object, remoteAddress = '203.0.113.7') {
  const own = new URL(await getInviteePagePath(app, uuid), 'http://localhost');
  const url = `/v2/public/bookings/${uuid}/${change}${own.search}`;
  return app.inject({ method: 'PUT', url, payload: body, remoteAddress });
}

/** By the address that a visitor writes them to. */
const mailCount = async () => Number((await query('select count(*) from mail_message'))[0].count);

describe('one visitor', () => {
  test('429: who books and cancels one slot 40 times with 20 guests sends a bounded number of mails', async () => {
    const page = await createPage(app, { title: 'Weapon' });
    const before = await mailCount();
    const statuses: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      const { status, body, headers } = await visitorBooks(page, { guests });
      statuses.push(status);
      if (status === 201) expect((await visitorChanges(body.resource.uuid, 'cancel', {})).status).toBe(200);
      else expect(Number(headers['retry-after'])).toBeGreaterThan(3600);
    }
    expect(statuses).toEqual([...Array(3).fill(201), ...Array(37).fill(429)]);
    // Three bookings and three cancellations, to an invitee, a host and twenty guests.
    expect((await mailCount()) - before).toBe(6 * 22);
  });

  test('429: who moves one event again and again, with guests', async () => {
    const page = await createPage(app, { title: 'Mover', slotInterval: 30 });
    const { body } = await visitorBooks(page, { guests, date: '2027-01-13', start: '09:00' });
    const statuses: number[] = [];
    for (const start of ['09:30', '10:00', '10:30', '11:00', '11:30']) {
      const move = { date: '2027-01-13', start, timeZone: 'Europe/Berlin' };
      statuses.push((await visitorChanges(body.resource.uuid, 'reschedule', move)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    const [{ starts_at }] = await query(`select starts_at from scheduled_event where title = 'Mover'`);
    expect(starts_at).toMatch(/09:00/);
  });

  test('is counted by network, so that another IPv6 address of the same /64 is no way out', async () => {
    const statuses: number[] = [];
    for (let index = 1; index <= 5; index += 1) {
      const page = await createPage(app, { title: `Network ${index}` });
      const others = guests.map((guest) => `${index}-${guest}`);
      const { status } = await visitorBooks(
        page,
        { guests: others, email: `i${index}@elm.example`, start: `1${index}:00`, date: '2027-01-14' },
        `2001:db8:1:2::${index}`,
      );
      statuses.push(status);
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
  });

  test('201: an office behind one address books 300 times a day; 429 beyond', async () => {
    const page = await createPage(app, { title: 'Office', slotInterval: 30 });
    const at = (start: string) => ({ date: '2027-01-15', start, email: `o${start.slice(0, 2)}@elm.example` });
    expect((await visitorBooks(page, at('09:00'))).status).toBe(201);
    await query('update throttle set count = 299 where count = 1');
    await query('delete from throttle where count = 299 and ends_at < $1', [
      new Date(fixedClock.now().getTime() + 7_200_000),
    ]);
    expect((await visitorBooks(page, at('10:00'))).status).toBe(201);
    expect((await visitorBooks(page, at('11:00'))).status).toBe(429);
    expect((await visitorBooks(page, at('11:00'), '203.0.113.8')).status).toBe(201);
  });
});

describe('one recipient', () => {
  test('429: the 21st booking of a day for one mailbox, from wherever it comes, in whatever case, with whatever tag', async () => {
    const page = await createPage(app, { title: 'Recipient', slotInterval: 30 });
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      const time = {
        date: index < 16 ? '2027-01-18' : '2027-01-25',
        start: `${String(9 + Math.floor((index % 16) / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
      };
      const email =
        ['victim@elm.example', 'Victim@elm.example', `victim+${index}@elm.example`][index % 3] ?? '';
      const fields =
        index < 5 ? { ...time, email } : { ...time, email: `x${index}@elm.example`, guests: [email] };
      statuses.push((await visitorBooks(page, fields, `203.0.113.${index}`)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
  });

  test('429: 21 addresses of one mailbox in one booking', async () => {
    const page = await createPage(app, { title: 'Tags' });
    const tagged = guests.map((_, index) => `tag+${index}@elm.example`);
    const { status } = await visitorBooks(page, {
      email: 'tag@elm.example',
      guests: tagged,
      date: '2027-01-22',
    });
    expect(status).toBe(429);
  });

  test('429: a token is trusted with more, not with any number', async () => {
    const page = await createPage(app, { title: 'Trusted', slotInterval: 30 });
    expect((await bookPage(app, page, { date: '2027-01-19', start: '09:00' })).status).toBe(200);
    await query('update throttle set count = 600');
    const { status, body } = await bookPage(app, page, { date: '2027-01-19', start: '10:00' });
    expect([status, body.message]).toEqual([
      429,
      'Too many bookings today from this address or for these people. Try again tomorrow.',
    ]);
    const other = { date: '2027-01-19', start: '10:00', email: 'other@elm.example' };
    expect((await bookPage(app, page, other)).status).toBe(200);
  });
});

test('429: one page, from many visitors for many people', async () => {
  const page = await createPage(app, { title: 'Page', slotInterval: 30 });
  expect((await visitorBooks(page, { date: '2027-01-20', start: '09:00' })).status).toBe(201);
  await query('update throttle set count = 1500 where count = 1 and ends_at > $1', [
    new Date(fixedClock.now().getTime() + 7_200_000),
  ]);
  const other = { date: '2027-01-20', start: '10:00', email: 'a@elm.example' };
  expect((await visitorBooks(page, other, '203.0.113.99')).status).toBe(429);
});

test('what is refused counts for nothing', async () => {
  const page = await createPage(app, { title: 'Refused' });
  const taken = { date: '2027-01-21', start: '10:00' };
  expect((await visitorBooks(page, taken)).status).toBe(201);
  const before = await query('select * from throttle order by key_hash');
  expect((await visitorBooks(page, taken)).status).toBe(409);
  expect(await query('select * from throttle order by key_hash')).toEqual(before);
});

test('429: votes count as the mail that they will cause, so that nobody is named again and again', async () => {
  const poll = await createPoll(app, await createPage(app, { bookingWindow: { type: 'unlimited' } }));
  const statuses: number[] = [];
  for (let index = 0; index < 22; index += 1) {
    const answer = await castVote(app, poll, { email: `victim+${index}@elm.example` });
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3600);
  }
  expect(statuses).toEqual([...Array(20).fill(201), 429, 429]);
  expect((await app.get(`/polls/${poll.uuid}`)).body.resource.voters).toBe(20);
});

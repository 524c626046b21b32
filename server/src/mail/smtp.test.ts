import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookPage, buildBooking, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { hashSecret } from '../platform/auth/token.ts';
import { startWorker } from '../platform/worker.ts';
import { jobs } from '../slices.ts';
import { sendDue } from './send.ts';
import { findInvitation, startSmtp, type Delivery } from './test-smtp.ts';

const smtp = await startSmtp();
const app = useApp({
  clock: fixedClock,
  config: { smtpUrl: smtp.url, mailFrom: 'no-reply@juniper.example' },
});
afterAll(() => smtp.stop());

let page: { uuid: string; slug: string };
beforeAll(async () => {
  page = await createPage(app, {
    title: 'Intro call',
    color: 'b45309',
    locations: [{ type: 'GOOGLE_MEET', joinUrl: 'https://meet.example/abc?a=1&b=2' }],
    inviteeQuestions: [{ question: 'What about?', type: 'TEXT_INPUT' }],
  });
});
beforeEach(async () => {
  await sendDue(app.runtime, {});
  smtp.deliveries.length = 0;
  smtp.refuse = () => undefined;
});

const sent = async (): Promise<Map<string, Delivery>> => {
  await sendDue(app.runtime, {});
  return new Map(smtp.deliveries.map((delivery) => [delivery.to.join(), delivery]));
};
const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;
let day = 11;
const nextDay = () => `2027-02-${String((day += 1)).padStart(2, '0')}`;
const bookMeet = async (fields: object = {}) => {
  let date = nextDay();
  while ([0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())) date = nextDay();
  const answer = await bookPage(app, page, { location: 'GOOGLE_MEET', date, ...fields });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const calendarOf = (delivery: Delivery) => {
  const root = new ICAL.Component(ICAL.parse(findInvitation(delivery)));
  const event = root.getFirstSubcomponent('vevent') as ICAL.Component;
  const value = (name: string) => event.getFirstPropertyValue(name);
  const attendees = event.getAllProperties('attendee').map((one) => String(one.getFirstValue()));
  return { method: root.getFirstPropertyValue('method'), value, attendees };
};

describe('a booking', () => {
  test('reaches invitee, guests and hosts through a real mail server, each in their own words', async () => {
    const event = await bookMeet({ guests: ['lena@okafor.example'], language: 'de' });
    const mail = await sent();
    expect([...mail.keys()].sort()).toEqual([
      'ines@okafor.example',
      'lena@okafor.example',
      'mara@juniper.example',
    ]);
    const invitee = mail.get('ines@okafor.example') as Delivery;
    expect(invitee.from).toBe('no-reply@juniper.example');
    expect(invitee.email.from).toEqual({ name: 'Juniper Studio', address: 'no-reply@juniper.example' });
    expect(invitee.email.to).toEqual([{ name: 'Ines Okafor', address: 'ines@okafor.example' }]);
    expect(invitee.email.replyTo).toEqual([{ name: 'Mara Lindqvist', address: 'mara@juniper.example' }]);
    expect(invitee.email.subject).toBe('Gebucht: Intro call, Freitag, 12. Februar 2027, 10:00');
    expect(invitee.email.text).toContain(
      'Wann: Freitag, 12. Februar 2027, 10:00–10:30\nEurope/Berlin (UTC+01:00)',
    );
    expect(invitee.email.text).toContain('Dauer: 30 Minuten');
    expect(invitee.email.html).toContain('lang="de"');
    expect(invitee.email.html).toContain('#b45309');
    expect(invitee.email.html).toContain('href="https://meet.example/abc?a=1&amp;b=2"');
    expect(invitee.email.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    const host = mail.get('mara@juniper.example') as Delivery;
    expect(host.email.subject).toBe('Booked: Intro call with Ines Okafor, Friday, 12 February 2027, 10:00');
    expect(host.email.text).toContain('Ines Okafor booked an event with you');
    expect(host.email.text).toContain('Guests: lena@okafor.example');
    expect(host.email.replyTo?.[0]?.address).toBe('ines@okafor.example');
    expect(event.status).toBe('confirmed');
  });

  test('gives the key of the invitee’s page to the invitee alone', async () => {
    const event = await bookMeet({ guests: ['lena@okafor.example'] });
    const mail = await sent();
    const [{ uuid }] = event.invitees;
    const [link] = mail.get('ines@okafor.example')?.email.text?.match(/http:\S+\/bookings\/\S+/) ?? [];
    const url = new URL(String(link));
    expect(url.pathname).toBe(`/bookings/${uuid}`);
    const [row] = await query('select key_hash from invitee where id = $1', [uuid]);
    expect(hashSecret(url.searchParams.get('key') ?? '').equals(row.key_hash)).toBe(true);
    for (const other of ['lena@okafor.example', 'mara@juniper.example']) {
      expect(mail.get(other)?.raw.includes(url.searchParams.get('key') ?? ''), other).toBe(false);
      expect(mail.get(other)?.email.text).not.toContain('/bookings/');
    }
    // Nor can it be read in the database.
    const rows = await query(`select * from mail_message where event_id = $1`, [event.uuid]);
    expect(rows).toHaveLength(3);
    const clear = rows.flatMap(({ content_sealed, ...rest }) => [
      String(content_sealed),
      JSON.stringify(rest),
    ]);
    expect(
      clear.some((text) => text.includes(url.searchParams.get('key') ?? '') || text.includes('Intro')),
    ).toBe(false);
  });

  test('carries an invitation at the instant of the API, with everyone in it', async () => {
    const event = await bookMeet({ guests: ['lena@okafor.example'] });
    const invitee = (await sent()).get('ines@okafor.example') as Delivery;
    expect(invitee.raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
    const { method, value, attendees } = calendarOf(invitee);
    expect(method).toBe('REQUEST');
    expect(value('uid')).toBe(`${event.uuid}@daybook`);
    expect((value('dtstart') as ICAL.Time).toString()).toBe(`${event.startTime.slice(0, 10)}T10:00:00`);
    expect(value('location')).toBe('https://meet.example/abc?a=1&b=2');
    expect(attendees.sort()).toEqual(
      ['mailto:ines@okafor.example', 'mailto:lena@okafor.example', 'mailto:mara@juniper.example'].sort(),
    );
  });

  test('that fails leaves no mail', async () => {
    const event = await bookMeet();
    const before = await query('select count(*) from mail_message');
    const date = event.startTime.slice(0, 10);
    const twin = await app.post('/event', buildBooking(page, { location: 'GOOGLE_MEET', date }));
    expect(twin.status).toBe(409);
    expect(await query('select count(*) from mail_message')).toEqual(before);
  });

  test('is sent by the worker of the process by itself', async () => {
    const worker = await startWorker(app.runtime, jobs);
    try {
      await bookMeet();
      await expect.poll(() => smtp.deliveries.length, { timeout: 5000 }).toBe(2);
    } finally {
      await worker.stop();
    }
    expect(await query(`select distinct status from mail_message where status <> 'sent'`)).toEqual([]);
  });
});

describe('a change', () => {
  test('moves the entry in calendars: same UID, higher SEQUENCE, the time before beside the new one', async () => {
    const event = await bookMeet();
    const first = calendarOf((await sent()).get('ines@okafor.example') as Delivery);
    smtp.deliveries.length = 0;
    const date = event.startTime.slice(0, 10);
    const moved = await app.put(`/scheduled-events/${event.uuid}/reschedule`, {
      date,
      start: '14:30',
      timeZone: 'Europe/Berlin',
      reason: 'The train <b>is late</b>',
    });
    expect(moved.status).toBe(200);
    const mail = await sent();
    expect(mail.size).toBe(2);
    const delivery = mail.get('ines@okafor.example') as Delivery;
    expect(delivery.email.subject).toMatch(/^Rescheduled: Intro call, .*14:30$/);
    expect(delivery.email.text).toMatch(/Previously: .*10:00–10:30/);
    expect(delivery.email.text).toContain('Reason: The train <b>is late</b>');
    expect(delivery.email.html).toContain('The train &lt;b&gt;is late&lt;/b&gt;');
    const second = calendarOf(delivery);
    expect(second.value('uid')).toBe(first.value('uid'));
    expect(Number(second.value('sequence'))).toBeGreaterThan(Number(first.value('sequence')));
    expect(String(second.value('dtstart'))).toContain('T14:30:00');
    expect(delivery.email.headers.find(({ key }) => key === 'references')?.value).toContain(event.uuid);
  });

  test('takes it out again when it is cancelled', async () => {
    const event = await bookMeet({ guests: ['lena@okafor.example'] });
    await sent();
    smtp.deliveries.length = 0;
    await app.put(`/scheduled-events/${event.uuid}/cancel`, { cancellationReason: 'Ill' });
    const mail = await sent();
    expect(mail.size).toBe(3);
    for (const delivery of mail.values()) {
      const { method, value } = calendarOf(delivery);
      expect([method, value('status'), value('uid')]).toEqual([
        'CANCEL',
        'CANCELLED',
        `${event.uuid}@daybook`,
      ]);
      expect(delivery.email.text).toContain('Reason: Ill');
      expect(delivery.email.text).not.toContain('/bookings/');
    }
  });
});

describe('sending', () => {
  const statuses = async (eventId: string) =>
    query(
      'select status, attempts, last_error, due_at > now() as waits from mail_message where event_id = $1 order by to_email',
      [eventId],
    );

  test('what the server refuses for good is given up, what it puts off is tried again with the same Message-ID', async () => {
    smtp.refuse = (address) =>
      address.startsWith('gone@')
        ? { responseCode: 550, message: 'No such user' }
        : address.startsWith('ines@')
          ? { responseCode: 451, message: 'Come back later' }
          : undefined;
    const event = await bookMeet({ guests: ['gone@okafor.example'] });
    await sendDue(app.runtime, {});
    expect(await statuses(event.uuid)).toMatchObject([
      { status: 'failed', attempts: 1, last_error: expect.stringContaining('No such user') },
      { status: 'queued', attempts: 1, last_error: expect.stringContaining('Come back later'), waits: true },
      { status: 'sent', attempts: 1 },
    ]);
    smtp.refuse = () => undefined;
    await sendDue(app.runtime, {});
    expect(smtp.deliveries).toHaveLength(1);
    await query(`update mail_message set due_at = now() where status = 'queued'`);
    await sendDue(app.runtime, {});
    expect(smtp.deliveries.map(({ to }) => to[0])).toEqual(['mara@juniper.example', 'ines@okafor.example']);
    const [row] = await query(`select id from mail_message where event_id = $1 and to_email like 'ines@%'`, [
      event.uuid,
    ]);
    expect(smtp.deliveries[1]?.email.messageId).toBe(`<${row.id}@juniper.example>`);
  });

  test('a server that is away loses nothing', async () => {
    const away = { ...app.runtime, config: { ...app.runtime.config, smtpUrl: 'smtp://127.0.0.1:1' } };
    const event = await bookMeet();
    await sendDue(away, {});
    expect(await statuses(event.uuid)).toMatchObject([
      { status: 'queued', waits: true },
      { status: 'queued', waits: true },
    ]);
    await query(`update mail_message set due_at = now() where status = 'queued'`);
    expect((await sent()).size).toBe(2);
  });

  test('many who send at once send each message once', async () => {
    const event = await bookMeet({
      guests: Array.from({ length: 12 }, (_, i) => `guest${i}@okafor.example`),
    });
    await Promise.all(Array.from({ length: 6 }, () => sendDue(app.runtime, {})));
    expect(smtp.deliveries).toHaveLength(14);
    expect(new Set(smtp.deliveries.map(({ to }) => to[0])).size).toBe(14);
    expect((await statuses(event.uuid)).every(({ status }) => status === 'sent')).toBe(true);
  });

  test('a process that ends while sending leaves the message to the next, after its lease', async () => {
    const event = await bookMeet();
    await query(
      `update mail_message set attempts = 1, due_at = now() + interval '5 minutes' where event_id = $1`,
      [event.uuid],
    );
    expect((await sent()).size).toBe(0);
    await query(`update mail_message set due_at = now() where event_id = $1`, [event.uuid]);
    expect((await sent()).size).toBe(2);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { buildBooking, listFreeTimes, createPage, mara, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { parseForm, openForm } from './test-form.ts';

let nowMs = monday.getTime();
const app = useApp({
  clock: { now: () => new Date(nowMs) },
  config: { rateLimit: { perToken: 6000, perAddress: 300 } },
});

const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;

beforeEach(async () => {
  nowMs = monday.getTime();
  await query('delete from throttle');
});

async function visitorBooks(
  page: { slug: string },
  fields: object = {},
  headers: Record<string, string> = {},
) {
  const { ownerSlug: _, eventTypeSlug: __, ...booking } = buildBooking(page);
  const url = `/v2/public/pages/${mara}/${page.slug}/bookings`;
  return app.inject({ method: 'POST', url, payload: { ...booking, ...fields }, headers });
}

async function codeTo(email: string): Promise<string> {
  const [mail] = await listMailsTo(app, email);
  return /^Code: (\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? '';
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a page that wants every address confirmed', () => {
  test('202, then 201: nothing is booked before the code that was mailed comes back', async () => {
    const page = await createPage(app, { title: 'Always', confirmAddress: 'always' });
    const booking = { email: 'Zoe@elm.example', name: 'Zoe https://evil.com' };
    const asked = await visitorBooks(page, booking);
    expect(asked.status).toBe(202);
    expect(asked.body).toEqual({
      success: true,
      status: 202,
      confirmation: { token: expect.any(String), expiresAt: '2027-01-11T06:10:00.000000Z' },
    });
    expect((await app.get('/scheduled-events?inviteeEmail=zoe@elm.example')).body.collection).toEqual([]);
    const [mail] = await listMailsTo(app, 'zoe@elm.example');
    // Nothing that a stranger typed, and nothing to click on, is mailed to an address that may not be theirs.
    expect(mail?.text).not.toMatch(/evil|Zoe|http/);
    expect(mail?.html).not.toContain('/images/undefined');

    const code = await codeTo('zoe@elm.example');
    const proof = {
      confirmation: asked.body.confirmation.token,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    };
    const booked = await visitorBooks(page, { ...booking, ...proof });
    expect([booked.status, booked.body.resource?.email]).toEqual([201, 'Zoe@elm.example']);
    const again = await visitorBooks(page, { ...booking, ...proof, start: '11:00' });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['code']]);
  });

  test('422: five wrong codes, then the right one is refused as well', async () => {
    const page = await createPage(app, { title: 'Tries', confirmAddress: 'always', slotInterval: 30 });
    const booking = { email: 'tries@elm.example', date: '2027-01-13' };
    const { body } = await visitorBooks(page, booking);
    const code = await codeTo('tries@elm.example');
    const confirmation = body.confirmation.token;
    const sentences: string[] = [];
    let wrong = code;
    for (let tries = 0; tries < 5; tries += 1) {
      wrong = other(wrong);
      // The same code twice is one try: pages send a form that is rejected once more.
      await visitorBooks(page, { ...booking, confirmation, code: wrong });
      const answer = await visitorBooks(page, { ...booking, confirmation, code: wrong });
      expect(answer.status).toBe(422);
      sentences.push(answer.body.errors.code[0]);
    }
    expect(sentences.map((sentence) => sentence.replace(/.*: (\d)\.$/, '$1'))).toEqual([
      '4',
      '3',
      '2',
      '1',
      'This code has expired. Book without a code to get a new one.',
    ]);
    expect((await visitorBooks(page, { ...booking, confirmation, code })).status).toBe(422);
  });

  test('422: a code of another address, of another page, or ten minutes old', async () => {
    const page = await createPage(app, { title: 'Bound', confirmAddress: 'always' });
    const elsewhere = await createPage(app, { title: 'Elsewhere', confirmAddress: 'always' });
    const booking = { email: 'bound@elm.example', date: '2027-01-14' };
    const { body } = await visitorBooks(page, booking);
    const proof = { confirmation: body.confirmation.token, code: await codeTo('bound@elm.example') };
    expect((await visitorBooks(page, { ...booking, ...proof, email: 'victim@elm.example' })).status).toBe(
      422,
    );
    expect((await visitorBooks(elsewhere, { ...booking, ...proof })).status).toBe(422);
    nowMs += 10 * 60_000;
    expect((await visitorBooks(page, { ...booking, ...proof })).status).toBe(422);
    nowMs -= 1;
    expect((await visitorBooks(page, { ...booking, ...proof })).status).toBe(201);
  });

  test('201: the same request with the same key is answered as before, the code used up or not', async () => {
    const page = await createPage(app, { title: 'Keyed', confirmAddress: 'always' });
    const booking = { email: 'keyed@elm.example', date: '2027-01-15' };
    const { body } = await visitorBooks(page, booking);
    const proof = { confirmation: body.confirmation.token, code: await codeTo('keyed@elm.example') };
    const key = { 'idempotency-key': 'a-key-of-the-visitor' };
    const first = await visitorBooks(page, { ...booking, ...proof }, key);
    const second = await visitorBooks(page, { ...booking, ...proof }, key);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  });

  test('429: codes are mail, too', async () => {
    const page = await createPage(app, { title: 'Codes', confirmAddress: 'always' });
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      statuses.push((await visitorBooks(page, { email: 'codes@elm.example', date: '2027-01-18' })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(202), 429]);
  });

  test('200: a token is trusted', async () => {
    const page = await createPage(app, { title: 'Token', confirmAddress: 'always' });
    expect((await app.post('/event', buildBooking(page, { date: '2027-01-19' }))).status).toBe(200);
  });
});

test('a page for new people: 202 for who has never come, 201 for who has come or confirmed before', async () => {
  const page = await createPage(app, { title: 'New', confirmAddress: 'new', slotInterval: 30 });
  const booking = { email: 'new@elm.example', date: '2027-01-20' };
  const asked = await visitorBooks(page, booking);
  expect(asked.status).toBe(202);
  const proof = { confirmation: asked.body.confirmation.token, code: await codeTo('new@elm.example') };
  expect((await visitorBooks(page, { ...booking, ...proof })).status).toBe(201);
  expect((await visitorBooks(page, { ...booking, start: '11:00', email: 'NEW@elm.example' })).status).toBe(
    201,
  );

  const met = { email: 'met@elm.example', date: '2027-01-12', start: '09:00' };
  expect((await app.post('/event', buildBooking(page, met))).status).toBe(200);
  expect((await visitorBooks(page, { ...met, date: '2027-01-21' })).status).toBe(202);
  nowMs = Date.parse('2027-01-12T12:00:00Z');
  expect((await visitorBooks(page, { ...met, date: '2027-01-21' })).status).toBe(201);
});

test('202: any page, once it sees an unusual rate, until the hour is over', async () => {
  const page = await createPage(app, { title: 'Rush', slotInterval: 30 });
  const guests = (from: number) => Array.from({ length: 20 }, (_, index) => `g${from}-${index}@elm.example`);
  for (const hour of ['09', '10', '11']) {
    const fields = { date: '2027-01-22', start: `${hour}:00`, email: `r${hour}@elm.example` };
    expect((await visitorBooks(page, { ...fields, guests: guests(Number(hour)) })).status).toBe(201);
  }
  const next = { date: '2027-01-22', start: '13:00', email: 'r13@elm.example' };
  expect((await visitorBooks(page, next)).status).toBe(202);
  nowMs += 60 * 60_000;
  expect((await visitorBooks(page, next)).status).toBe(201);
});

describe('the booking page, without JavaScript', () => {
  test('200, then 303: the form comes back with a field for the code, and its time is kept', async () => {
    const page = await createPage(app, { title: 'Form', confirmAddress: 'always' });
    const url = `/${mara}/${page.slug}`;
    const date = '2027-01-25';
    const form = await openForm(app, url, { zone: 'Europe/Berlin', date, time: '10:00' });
    nowMs += 2000;
    const who = { name: 'Nadia Held', email: 'nadia@held.example' };
    const asked = await form.send(who);
    expect(asked.status).toBe(200);
    expect(asked.body).toContain('We sent a code to nadia@held.example.');
    expect(asked.body).toMatch(/<input[^>]*name="code"[^>]*autocomplete="one-time-code"/);
    expect(asked.body).toContain('value="Nadia Held"');
    expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
    // The script sends a form once more that did not redirect: it is the same step, and no second mail.
    expect((await form.send(who)).status).toBe(200);
    expect(await listMailsTo(app, who.email)).toHaveLength(1);

    const step = parseForm(app, url, String(asked.body));
    nowMs += 2000;
    const code = await codeTo(who.email);
    const wrong = await step.send({ ...who, code: other(code) });
    expect([wrong.status, String(wrong.body).includes('This code is incorrect.')]).toEqual([422, true]);
    nowMs += 2000;
    const corrected = parseForm(app, url, String(wrong.body));
    expect((await corrected.send({ ...who, code })).status).toBe(303);
  });

  test('422, then 200: a code that is too old leads to a new one', async () => {
    const page = await createPage(app, { title: 'Late', confirmAddress: 'always' });
    const url = `/${mara}/${page.slug}`;
    const form = await openForm(app, url, { zone: 'Europe/Berlin', date: '2027-01-26', time: '10:00' });
    nowMs += 2000;
    const who = { name: 'Late Comer', email: 'late@held.example' };
    const step = parseForm(app, url, String((await form.send(who)).body));
    nowMs += 11 * 60_000;
    const late = await step.send({ ...who, code: await codeTo(who.email) });
    expect([late.status, String(late.body).includes('This code has expired.')]).toEqual([422, true]);
    const fresh = parseForm(app, url, String(late.body));
    expect(fresh.fields.has('confirmation')).toBe(false);
    nowMs += 2000;
    expect((await fresh.send(who)).status).toBe(200);
    expect(await listMailsTo(app, who.email)).toHaveLength(2);
  });
});

test('422: confirmAddress is never, new or always', async () => {
  const { status, body } = await app.post('/event-types', { title: 'x', confirmAddress: 'sometimes' });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['confirmAddress']]);
  const page = await createPage(app, { title: 'Default' });
  const settings = await app.get(`/event-types/${page.uuid}/settings`);
  expect(settings.body.resource.confirmAddress).toBe('never');
});

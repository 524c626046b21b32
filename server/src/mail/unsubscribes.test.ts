import { afterAll, beforeEach, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { recordResubscribe, recordUnsubscribe } from './unsubscribes.ts';
import { sendDue } from './send.ts';
import { startSmtp } from './test-smtp.ts';

const smtp = await startSmtp();
const app = useApp({
  clock: fixedClock,
  config: { smtpUrl: smtp.url, mailFrom: 'no-reply@juniper.example' },
});
afterAll(() => smtp.stop());

const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;

const guest = 'lena@okafor.example';

beforeEach(async () => {
  await query('delete from mail_refusal');
  await query(`delete from mail_message`);
  smtp.deliveries.length = 0;
});

/** What the mail server got for the guest so far. */
async function guestMail() {
  await sendDue(app.runtime, {});
  return smtp.deliveries.filter(({ to }) => to.includes(guest));
}

let hour = 8;

async function bookWithGuest(title: string) {
  const page = await createPage(app, { title });
  const start = `${String((hour += 1)).padStart(2, '0')}:00`;
  const { body } = await bookPage(app, page, { date: '2027-01-27', start, guests: [guest] });
  return { ...body, cancel: () => app.put(`/scheduled-events/${body.uuid}/cancel`, {}) };
}

const header = (
  delivery: { email: { headers: { key: string; value: string }[] } } | undefined,
  name: string,
) => delivery?.email.headers.find(({ key }) => key === name)?.value;

const linkIn = async (): Promise<string> => {
  const [mail] = await guestMail();
  const url = header(mail as never, 'list-unsubscribe')?.slice(1, -1) ?? '';
  expect(mail?.email.text).toContain(url);
  expect(mail?.email.html).toContain(`href="${url}"`);
  return new URL(url).pathname;
};

test('a guest gets one mail of an event, and one more when what it says is over', async () => {
  const event = await bookWithGuest('One mail');
  expect(await guestMail()).toHaveLength(1);
  await event.cancel();
  expect(await guestMail()).toHaveLength(2);
});

test('a guest who could not be reached hears nothing of the end', async () => {
  const event = await bookWithGuest('Unreachable');
  await query(`update mail_message set status = 'failed' where to_email = $1`, [guest]);
  await event.cancel();
  expect(await guestMail()).toHaveLength(0);
  const kinds = await query('select kind from mail_message where to_email = $1', [guest]);
  expect(kinds).toEqual([{ kind: 'confirmed' }]);
});

test('200: opening the link changes nothing; its button ends all further mail, for the guest alone', async () => {
  const event = await bookWithGuest('Refused');
  const url = await linkIn();
  const opened = await app.inject({ url, headers: { accept: 'text/html' } });
  expect(opened.status).toBe(200);
  expect(opened.body).toContain('<form method="post"');
  expect(await query('select 1 from mail_refusal')).toHaveLength(0);

  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const pressed = await app.inject({ method: 'POST', url, headers, payload: '' });
  expect([pressed.status, pressed.body.includes('You’re unsubscribed')]).toEqual([200, true]);
  await event.cancel();
  await bookWithGuest('Another');
  expect(await guestMail()).toHaveLength(1);
  const rows = await query('select kind, status from mail_message where to_email = $1 order by kind', [
    guest,
  ]);
  expect(rows).toEqual([
    { kind: 'cancelled', status: 'refused' },
    { kind: 'confirmed', status: 'sent' },
    { kind: 'confirmed', status: 'refused' },
  ]);
  const invitee = smtp.deliveries.filter(({ to }) => to.includes('ines@okafor.example'));
  expect(invitee).toHaveLength(3);
  expect(invitee.every((delivery) => header(delivery as never, 'list-unsubscribe') === undefined)).toBe(true);
});

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])('200: a mail program refuses by itself, in %s', async (type, payload) => {
  await bookWithGuest('One click');
  const [mail] = await guestMail();
  expect(header(mail as never, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const headers = { 'content-type': type };
  const { status } = await app.inject({ method: 'POST', url: await linkIn(), headers, payload });
  expect(status).toBe(200);
  expect(await query('select 1 from mail_refusal')).toHaveLength(1);
});

test('404: a link that is not ours', async () => {
  for (const token of ['x', app.runtime.secrets.seal('other').toString('base64url')]) {
    const { status } = await app.inject({ method: 'POST', url: `/unsubscribe/${token}` });
    expect(status).toBe(404);
  }
});

test('no address is stored, and an operator can take a refusal back', async () => {
  await bookWithGuest('Taken back');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await app.inject({ method: 'POST', url: await linkIn(), headers, payload: '' });
  const [row] = await query('select * from mail_refusal');
  expect(JSON.stringify(row)).not.toContain('okafor');
  expect(await recordResubscribe(app.runtime, guest.toUpperCase())).toBe(true);
  expect(await recordResubscribe(app.runtime, guest)).toBe(false);
  await bookWithGuest('Again');
  expect(await guestMail()).toHaveLength(2);
});

test('who refused mail gets none under the same address with something after a plus sign; others do', async () => {
  await recordUnsubscribe(app.runtime, 'Kim@okafor.example');
  await recordUnsubscribe(app.runtime, 'jo+once@okafor.example');
  const guests = ['kim+news@okafor.example', 'kimberly+news@okafor.example', 'jo@okafor.example'];
  const page = await createPage(app, { title: 'Plus' });
  await bookPage(app, page, { date: '2027-01-28', start: '09:00', guests });
  const rows = await query('select to_email, status from mail_message where to_email = any ($1)', [guests]);
  expect(Object.fromEntries(rows.map(({ to_email, status }) => [to_email, status]))).toEqual({
    'jo@okafor.example': 'queued',
    'kim+news@okafor.example': 'refused',
    'kimberly+news@okafor.example': 'queued',
  });
  await sendDue(app.runtime, {});
  expect(smtp.deliveries.flatMap(({ to }) => to)).not.toContain('kim+news@okafor.example');
});

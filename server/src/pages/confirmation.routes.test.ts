import { expect, test } from 'vitest';
import { bookPage, fixedClock, createPage, getInviteePagePath } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const app = useApp({ clock: fixedClock });

async function confirmationOf(page: { slug: string }, fields: object, lang = 'en') {
  const { status, body } = await bookPage(app, page, fields);
  expect(body.message ?? status).toBe(200);
  const path = await getInviteePagePath(app, body.invitees[0].uuid);
  const { body: html } = await app.inject({ url: `${path}&lang=${lang}`, headers: { accept: 'text/html' } });
  return { path, html: String(html) };
}

test('200: a call is named in the visitor’s language, with its icon and who calls which number', async () => {
  const page = await createPage(app, { title: 'Call', locations: [{ type: 'PHONE_CALL' }] });
  const call = {
    location: 'PHONE_CALL',
    locationOptions: { callType: 'I_WILL_CALL' },
    phone: '+436601234567',
  };
  const { html } = await confirmationOf(page, { ...call, date: '2027-01-13' }, 'de');
  expect(html).toContain('icon-phone');
  expect(html).toContain('Telefonat');
  expect(html).toContain('Mara Lindqvist ruft Sie unter +436601234567 an.');
});

test('200: without a link to the meeting, the host will send it', async () => {
  const page = await createPage(app, { title: 'Later', locations: [{ type: 'ZOOM' }] });
  const { html } = await confirmationOf(page, { location: 'ZOOM', date: '2027-01-14' });
  expect(html).toContain('icon-video');
  expect(html).toContain('Mara Lindqvist will send you the link.');
});

test('200: the price stands there as on the page', async () => {
  const page = await createPage(app, { title: 'Priced', price: '49.00', currency: 'EUR' });
  const { html } = await confirmationOf(page, { date: '2027-01-15' }, 'de');
  const { body } = await app.inject({
    url: `/mara-lindqvist/${page.slug}?lang=de`,
    headers: { accept: 'text/html' },
  });
  for (const shown of [html, String(body)]) expect(shown).toContain('49,00\u00A0€');
});

test('200: every calendar entry has the link to the own page', async () => {
  const page = await createPage(app, { title: 'Entry' });
  const { path, html } = await confirmationOf(page, { date: '2027-01-18' });
  const key = path.split('key=')[1] ?? '?';
  const [google, outlook] = [/calendar\.google\.com[^"]*/, /outlook\.live\.com[^"]*/].map((link) =>
    decodeURIComponent(link.exec(html)?.[0] ?? ''),
  );
  expect(google).toContain(key);
  expect(outlook).toContain(key);
  const { body: file } = await app.inject({ url: path.replace('?', '/calendar.ics?') });
  const unfolded = String(file).replaceAll('\r\n ', '');
  expect(unfolded).toMatch(new RegExp(`^URL:.*${key}`, 'm'));
  expect(unfolded).toMatch(new RegExp(`^DESCRIPTION:.*${key}`, 'm'));
});

test('303: the mail has the clock that the page showed', async () => {
  const page = await createPage(app, { title: 'Twelve' });
  const address = `/mara-lindqvist/${page.slug}?date=2027-01-19&time=14:00&zone=Europe/Berlin`;
  const headers = { accept: 'text/html', 'accept-language': 'en-US' };
  const { body } = await app.inject({ url: address, headers });
  const token = /name="token" value="([^"]+)"/.exec(String(body))?.[1] ?? '';
  const form = {
    date: '2027-01-19',
    start: '14:00',
    zone: 'Europe/Berlin',
    name: 'Ines',
    email: 'us@okafor.example',
  };
  const sent = await app.inject({
    method: 'POST',
    url: address,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...form, token }).toString(),
  });
  expect(sent.status).toBe(303);
  const { rows } = await app.runtime.database.pool.query(
    `select content_sealed from mail_message where to_email = 'us@okafor.example'`,
  );
  expect(app.runtime.secrets.unseal(rows[0].content_sealed)).toContain('2:00 pm–2:30 pm');
});

test('200: the owner’s own text and a redirect follow a booking, not in a frame, and not when the page is opened later', async () => {
  const page = await createPage(app, {
    title: 'Thanks',
    confirmationText: 'Bring <b>a towel</b>.\nSee you soon.',
    redirectUrl: 'https://juniper.example/thanks',
  });
  const { path, html } = await confirmationOf(page, { date: '2027-01-20' });
  expect(html).toContain('Bring &lt;b&gt;a towel&lt;/b&gt;.\nSee you soon.');
  expect(html).toContain('Continue to juniper.example');
  expect(html).not.toContain('http-equiv="refresh"');
  const read = async (more: string) => String((await app.inject({ url: path + more })).body);
  expect(await read('&done=booked')).toContain('content="0;url=https://juniper.example/thanks"');
  expect(await read('&done=booked&embed=1')).not.toContain('http-equiv="refresh"');
});

test('422: a redirect that is no https address, a text that is too long', async () => {
  for (const redirectUrl of [
    'http://juniper.example',
    'javascript:alert(1)',
    'juniper.example',
    '//x.example',
  ]) {
    const { status, body } = await app.post('/event-types', { title: 'x', redirectUrl });
    expect([status, Object.keys(body.errors)], redirectUrl).toEqual([422, ['redirectUrl']]);
  }
  const long = await app.post('/event-types', { title: 'x', confirmationText: 'x'.repeat(2001) });
  expect(Object.keys(long.body.errors)).toEqual(['confirmationText']);
  const page = await createPage(app, { title: 'Settings', confirmationText: 'Hello' });
  const { body } = await app.patch(`/event-types/${page.uuid}`, { confirmationText: null });
  expect(body.resource).toMatchObject({ confirmationText: null, redirectUrl: null });
});

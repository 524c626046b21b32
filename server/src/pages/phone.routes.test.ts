import { expect, test } from 'vitest';
import { fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { openForm } from './test-form.ts';

const app = useApp({ clock: fixedClock });

/** One time each, since all of them are Mara's. */
const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'];
const submit = async (slug: string, typed: Record<string, string>) => {
  const at = { zone: 'Europe/Berlin', date: '2027-01-12', time: times.shift() ?? '' };
  const form = await openForm(app, `/mara-lindqvist/${slug}`, at);
  return form.send({ name: 'Ines Okafor', email: 'ines@okafor.example', ...typed });
};

const open = async (url: string, headers: Record<string, string> = {}): Promise<string> =>
  (await app.inject({ url, headers: { accept: 'text/html', ...headers } })).body;
const chosenIn = (html: string): string | undefined => /<option value="([A-Z]{2})" selected>/.exec(html)?.[1];

test('the country beside a phone number: all of them by name, and the visitor’s first', async () => {
  const { slug } = await createPage(app, { title: 'Ring me', inviteePhoneNumber: true });
  const path = `/mara-lindqvist/${slug}`;
  const english = await open(path, { 'accept-language': 'en-GB' });
  expect(english.match(/<option value="[A-Z]{2}"/g)?.length).toBeGreaterThan(230);
  expect(english).toContain('>Germany (\u2066+49\u2069)</option>');
  expect(await open(path, { 'accept-language': 'de' })).toContain('>Deutschland (\u2066+49\u2069)</option>');
  expect(chosenIn(english)).toBe('GB');
  // Of the host, while nothing is known of the visitor.
  expect(chosenIn(await open(path))).toBe('DE');
  expect(chosenIn(await open(path, { cookie: 'daybook_zone=~Asia/Tokyo', 'accept-language': 'en-GB' }))).toBe(
    'JP',
  );
  expect(chosenIn(await open(`${path}?zone=America/Lima`, { 'accept-language': 'en-GB' }))).toBe('PE');
});

test.each([
  ['020 7946 0958', 'GB', '+44 20 7946 0958'],
  ['+49 30 901820', 'GB', '+49 30 901820'],
  ['0049 30 901820', 'AT', '+49 30 901820'],
  ['030 901820', '', '030 901820'],
  ['12345', 'US', '12345'],
])('%s with %s is booked as %s', async (phone, country, booked) => {
  const { slug } = await createPage(app, { title: 'Ring me', inviteePhoneNumber: true });
  const email = `${country}${phone.replaceAll(/\D/g, '')}@okafor.example`.toLowerCase();
  const { status } = await submit(slug, { phone, 'phone-country': country, email });
  expect(status).toBe(303);
  const { rows } = await app.runtime.database.pool.query('select phone from invitee where email = $1', [
    email,
  ]);
  expect(rows).toEqual([{ phone: booked }]);
});

test('the chosen country stays when the form comes back', async () => {
  const { slug } = await createPage(app, { title: 'Ring me', inviteePhoneNumber: true });
  const { status, body } = await submit(slug, { phone: 'none', 'phone-country': 'BR' });
  expect(status).toBe(422);
  expect(chosenIn(body)).toBe('BR');
});

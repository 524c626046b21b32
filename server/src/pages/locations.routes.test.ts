import { expect, test } from 'vitest';
import { fixedClock, createPage, mara } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { openForm } from './test-form.ts';

const app = useApp({ clock: fixedClock });

const berlin = { type: 'IN_PERSON', address: 'Weserstraße 12, Berlin' };
const vienna = { type: 'IN_PERSON', address: 'Praterstraße 1, Wien' };
const who = { name: 'Ines Okafor', email: 'ines@okafor.example' };
const at = { zone: 'Europe/Berlin', date: '2027-01-12', time: '10:00' };

test('303: the second of two places of one type is what the form books and the confirmation shows', async () => {
  const { slug } = await createPage(app, { locations: [berlin, vienna] });
  const form = await openForm(app, `/${mara}/${slug}`, { ...at, lang: 'de' });
  const options = form.options('location');
  expect(options.map(({ text }) => text)).toEqual([
    `Vor Ort, ${berlin.address}`,
    `Vor Ort, ${vienna.address}`,
  ]);
  const answer = await form.send({ ...who, location: options[1]?.value ?? '' });
  expect(answer.status).toBe(303);
  const confirmation = String(
    (await app.inject({ url: `${String(answer.headers['location'])}&lang=de` })).body,
  );
  expect(confirmation).toContain(`Vor Ort, ${vienna.address}`);
  expect(confirmation).not.toContain(berlin.address);
  expect(confirmation).toContain('icon-pin');
});

test('an address that names a type, or an id, has that place chosen', async () => {
  const { slug } = await createPage(app, { locations: [{ type: 'ZOOM' }, berlin, vienna] });
  const { html, options } = await openForm(app, `/${mara}/${slug}`, { ...at, location: 'IN_PERSON' });
  const [, first, second] = options('location').map(({ value }) => value);
  const checked = (text: string) =>
    /<input[^>]*name="location"[^>]*value="([^"]*)"[^>]* checked/.exec(text)?.[1];
  expect(checked(html)).toBe(first);
  const byId = await openForm(app, `/${mara}/${slug}`, { ...at, location: second ?? '' });
  expect(checked(byId.html)).toBe(second);
});

test('422: the address is asked of the invitee only for the place that leaves it open', async () => {
  const { slug } = await createPage(app, { locations: [berlin, { type: 'IN_PERSON' }] });
  const form = await openForm(app, `/${mara}/${slug}`, { ...at, time: '11:00' });
  const open = form.options('location')[1]?.value ?? '';
  expect(form.html).toContain(`data-for="${open}"`);
  const without = await form.send({ ...who, location: open });
  expect(without.status).toBe(422);
  const typed = await form.send({ ...who, location: open, address: 'Karl-Marx-Straße 1' });
  expect(typed.status).toBe(303);
  const own = String((await app.inject({ url: String(typed.headers['location']) })).body);
  expect(own).toContain('Karl-Marx-Straße 1');
});

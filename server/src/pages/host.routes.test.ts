import { expect, test } from 'vitest';
import { bookPage, fixedClock, createPage, mara } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { openForm } from './test-form.ts';

/** `?host=` on a page of a round robin: what `hostEmail` is to `POST /event`. */

const app = useApp({ clock: fixedClock });

async function makeHost(firstName: string): Promise<{ email: string; slug: string }> {
  const fields = { email: `${firstName.toLowerCase()}@hosts.example`, firstName, lastName: 'Host' };
  return (await app.post('/organizations/users', { ...fields, timezone: 'Europe/Berlin' })).body.resource;
}

const robin = (title: string, hosts: readonly { email: string }[]) =>
  createPage(app, { title, type: 'ROUND_ROBIN', hosts: hosts.map(({ email }) => ({ email })) });

const visitor = { name: 'Ines Okafor', email: 'ines@okafor.example' };
const at = { date: '2027-01-12', time: '15:00', zone: 'Europe/Berlin' };

async function hostsAfter(email: string): Promise<string[]> {
  const { body } = await app.get(`/scheduled-events?scope=all&inviteeEmail=${email}`);
  return body.collection.flatMap(({ hosts }: { hosts: { email: string }[] }) =>
    hosts.map((host) => host.email),
  );
}

const show = async (path: string) => {
  const { status, body } = await app.inject({ url: path, headers: { accept: 'text/html' } });
  return { status, html: String(body) };
};

test('303: the host that the URL names takes the event, by slug or address, even if another one is next', async () => {
  const [next, named] = [await makeHost('Nele'), await makeHost('Nora')];
  const page = await robin('Named', [next, named]);
  for (const [index, host] of [named.email, named.slug].entries()) {
    const email = `named${index}@okafor.example`;
    const time = ['15:00', '15:30'][index] ?? '';
    const form = await openForm(app, `/${mara}/${page.slug}`, { ...at, time, host });
    expect(form.html).not.toContain('Nele');
    expect((await form.send({ ...visitor, email })).status).toBe(303);
    expect(await hostsAfter(email)).toEqual([named.email]);
  }
});

test('200: times are those of the named host; 409: when that host is no longer free', async () => {
  const [other, { email, slug }] = [await makeHost('Otto'), await makeHost('Olga')];
  const page = await robin('Free', [other, { email }]);
  const query = { ...at, time: '16:00', host: slug };
  const form = await openForm(app, `/${mara}/${page.slug}`, query);
  await bookPage(app, page, { start: '16:00', hostEmail: email });
  expect((await form.send(visitor)).status).toBe(409);
  const { html } = await show(`/${mara}/${page.slug}?host=${slug}&date=${at.date}&zone=${at.zone}`);
  expect(html).toContain(`hostSlug=${slug}`);
  expect(html).toContain('15:00');
  expect(html).not.toMatch(/time=16%3A00/);
  const window = `startDate=${at.date}&endDate=${at.date}&timeZone=${at.zone}`;
  const times = await app.get(`/public/pages/${mara}/${page.slug}/availability?hostSlug=${slug}&${window}`);
  expect(times.body.availability[0].slots).not.toContain('16:00');
  expect(
    (await app.get(`/public/pages/${mara}/${page.slug}/availability?${window}`)).body.availability[0].slots,
  ).toContain('16:00');
});

test('404: a host whom the page does not have; on other pages the hosts are the same for everybody', async () => {
  const page = await robin('Unknown', [await makeHost('Ida'), await makeHost('Ines')]);
  expect((await show(`/${mara}/${page.slug}?host=nobody`)).status).toBe(404);
  expect((await show(`/${mara}/${page.slug}?host=${mara}`)).status).toBe(404);
  const single = await createPage(app, { title: 'Single' });
  expect((await show(`/${mara}/${single.slug}?host=nobody`)).status).toBe(200);
});

test('200: the public API lists the times of a named host, by slug or address; 422: of nobody else', async () => {
  const [one, other] = [await makeHost('Paul'), await makeHost('Petra')];
  const page = await robin('Public', [one, other]);
  await bookPage(app, page, { start: '16:00', hostEmail: other.email });
  const timesOf = async (query: string) =>
    app.get(
      `/public/pages/${mara}/${page.slug}/availability?startDate=${at.date}&endDate=${at.date}&timeZone=${at.zone}&${query}`,
      { token: null },
    );
  for (const query of [`hostEmail=${other.email}`, `hostSlug=${other.slug}`]) {
    const { body } = await timesOf(query);
    expect(body.availability[0].slots, query).toContain('15:00');
    expect(body.availability[0].slots, query).not.toContain('16:00');
  }
  expect((await timesOf(`hostEmail=${one.email}`)).body.availability[0].slots).toContain('16:00');
  const { status, body } = await timesOf('hostEmail=aiko@juniper.example');
  expect([status, body.errors]).toEqual([422, { hostEmail: ['Must be a host of this event type.'] }]);
});

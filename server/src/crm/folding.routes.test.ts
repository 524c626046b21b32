import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { createTestCrm } from './test-crm.ts';

/* Filters, searches and sorting take the same spellings for the same text. */

const app = useApp({ clock: fixedClock });
const crm = createTestCrm(app);

/** What is stored, and what people type to find it. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  Øresund: ['øresund', 'Oresund', 'ØRESUND'],
  Łódź: ['łódź', 'lodz', 'Lódz'],
  Ærø: ['ærø', 'aero', 'Aerø'],
  'Đặng Thùy': ['đặng thùy', 'dang thuy', 'Đang Thuy'],
  'O’Brien': ["o'brien", 'obrien', 'O’BRIEN', 'O‘Brien', 'o`brien', 'o´brien'],
  "D'Arcy": ['d’arcy', 'darcy', "D'ARCY"],
  Osullivan: ["o'sullivan", 'O’Sullivan', 'osullivan'],
  Straße: ['strasse', 'STRASSE', 'straße'],
};
const cases = Object.entries(spellings).flatMap(([stored, typed]) =>
  typed.map((text) => [text, stored] as const),
);

let slug: string;
const titlesIn = (body: { collection: { attributes: { title: string } }[] }): string[] =>
  body.collection.map(({ attributes }) => attributes.title);

beforeAll(async () => {
  slug = await crm.object();
  await crm.attribute(slug, { label: 'Title', type: 'text' });
  await crm.attribute(slug, {
    label: 'Firm',
    type: 'relation',
    relatedObjectSlug: 'companies',
    relationType: 'many_to_one',
  });
  // Beyond the columns for text: these are compared in `rest`.
  for (let n = 0; n < 8; n += 1) await crm.attribute(slug, { label: `Text ${n}`, type: 'text' });
  await app.patch(`/crm/objects/${slug}`, { primaryAttribute: 'title' });
  for (const stored of Object.keys(spellings)) {
    const company = await crm.company({ name: stored });
    const values = { title: stored, firm: [company.id], text_7: `${stored} & co` };
    await crm.record(slug, values);
  }
  await crm.record(slug, { title: 'Another' });
});

describe.each(cases)('%s', (typed, stored) => {
  test(`finds ${stored} by every operator, through a relation, and by search`, async () => {
    const start = [...typed].slice(0, 4).join('');
    for (const filter of [
      { title: { eq: typed } },
      { title: { in: [typed] } },
      { title: { contains: typed } },
      { title: { starts_with: typed } },
      { and: [{ title: { gte: typed } }, { title: { lte: typed } }] },
      { text_7: { contains: typed } },
      { text_7: { starts_with: start } },
      { 'firm.name': { eq: typed } },
    ]) {
      const { body } = await app.post(`/crm/${slug}/query`, { filter });
      expect([JSON.stringify(filter), titlesIn(body)]).toEqual([JSON.stringify(filter), [stored]]);
    }
    const other = await app.post(`/crm/${slug}/query`, { filter: { title: { ne: typed } }, count: 100 });
    expect(titlesIn(other.body)).not.toContain(stored);
    const text = encodeURIComponent(typed);
    expect(titlesIn((await app.get(`/crm/${slug}?search=${text}`)).body)).toEqual([stored]);
    expect(titlesIn((await app.get(`/crm/${slug}?filter[title]=${text}`)).body)).toEqual([stored]);
  });
});

test.each(["o'brien", 'obrien', 'O’Brien', 'maire o’brien'])(
  '%s finds people by name and address, everywhere',
  async (typed) => {
    const email = "maire.o'brien@salt.example";
    const known = await app.put('/crm/people?matchingAttribute=emails', {
      firstName: 'Máire',
      lastName: 'O’Brien',
      emails: [email],
    });
    const { id } = known.body.person;
    const text = encodeURIComponent(typed);
    const idsIn = ({ body }: { body: { collection: { id: string }[] } }) =>
      body.collection.map((item) => item.id);
    expect(idsIn(await app.get(`/crm/people?search=${text}`))).toEqual([id]);
    const lastName = encodeURIComponent(typed.replace('maire ', ''));
    for (const filter of [
      `lastName]=${lastName}`,
      `name][contains]=${text}`,
      `emails][contains]=${lastName}`,
      `emails][starts_with]=${encodeURIComponent("Maire.O'B")}`,
      `emails]=${encodeURIComponent(email)}`,
    ]) {
      expect([filter, idsIn(await app.get(`/crm/people?filter[${filter}`))]).toEqual([filter, [id]]);
    }
    const { results } = (await app.get(`/search?q=${text}`)).body;
    expect(results).toContainEqual(expect.objectContaining({ kind: 'person', id }));
  },
);

test('an event and its page are found by every spelling of an invitee and of the title', async () => {
  const page = await createPage(app, { title: 'Łódź with Øystein' });
  const booked = await bookPage(app, page, { name: 'Conán O’Hara' });
  expect(booked.status).toBe(200);
  const first = async (path: string) => (await app.get(path)).body.collection[0]?.title;
  for (const typed of ["o'hara", 'ohara', 'øystein', 'oystein', 'lodz', 'Łódź']) {
    const text = encodeURIComponent(typed);
    expect([typed, await first(`/scheduled-events?keyword=${text}`)]).toEqual([typed, 'Łódź with Øystein']);
  }
  for (const typed of ['øystein', 'oystein', 'lodz', 'with øy']) {
    const text = encodeURIComponent(typed);
    expect([typed, await first(`/event-types?search=${text}`)]).toEqual([typed, 'Łódź with Øystein']);
  }
});

test('what is matched by is compared as it is: another spelling is another record', async () => {
  const own = await crm.object();
  await crm.attribute(own, { label: 'Code', type: 'text', isUnique: true });
  const put = (code: string) => app.put(`/crm/${own}?matchingAttribute=code`, { code });
  expect((await put('Øre')).status).toBe(201);
  expect((await put('øre')).status).toBe(200);
  expect((await put('Ore')).status).toBe(201);
  expect((await put("O're")).status).toBe(201);
});

test('records are sorted by the letters that are typed', async () => {
  const { body } = await app.get(`/crm/${slug}?sort=title&count=100`);
  expect(titlesIn(body)).toEqual([
    'Ærø',
    'Another',
    'Đặng Thùy',
    "D'Arcy",
    'Łódź',
    'O’Brien',
    'Øresund',
    'Osullivan',
    'Straße',
  ]);
});

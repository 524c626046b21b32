import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createTestCrm } from '../test-crm.ts';
import { createTestImport } from '../test-import.ts';

const app = useApp();
const crm = createTestCrm(app);
const files = createTestImport(app);

let slug: string;
let members: string[];
let partners: string[];

beforeAll(async () => {
  slug = await crm.object();
  const related = await crm.object();
  await crm.attribute(related, { label: 'Name', type: 'text' });
  const plain = ['text', 'number', 'phone_number', 'date', 'datetime', 'checkbox', 'rating', 'user'];
  for (const type of plain) await crm.attribute(slug, { label: type, type });
  await crm.attribute(slug, { label: 'Currency', type: 'currency', currency: 'EUR' });
  for (const type of ['select', 'status', 'multiselect']) {
    await crm.attribute(slug, { label: type, type, options: [{ value: 'First' }] });
  }
  const relation = { type: 'relation', relatedObjectSlug: related };
  await crm.attribute(slug, { ...relation, label: 'One', relationType: 'many_to_one' });
  await crm.attribute(slug, { ...relation, label: 'Many', relationType: 'many_to_many' });
  const users = (await app.get('/organizations/users')).body.collection as { uuid: string }[];
  members = users.map(({ uuid }) => uuid);
  partners = [];
  for (const name of ['Oak; Elm', '=1+1', 'Ash']) partners.push((await crm.record(related, { name })).id);
}, 60_000);

/** What spreadsheets, lists and CSV give a meaning to, in any place. */
const pieces = fc.constantFrom(
  ...["'", "'", '=', '+', '-', '@', '＝', ';', '; ', ',', '"', '""', ' ', '\u00A0', '|', '1', '1.234,5'],
  ...['01.02.2026', 'true', 'x', 'É', '😀', '\\', '#', '{', 'null'],
);
const lineText = fc
  .array(pieces, { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''))
  .filter((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text));
const anyText = fc
  .array(fc.oneof(pieces, fc.constantFrom('\n', '\r', '\r\n', '\t')), { maxLength: 10 })
  .map((parts) => parts.join(''));

const options = fc.uniqueArray(lineText, {
  minLength: 1,
  maxLength: 5,
  selector: (value) => value.trim().toLowerCase(),
});
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
const minutes = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
const dates = minutes.map((date) => date.toISOString().slice(0, 10));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const some = (items: () => readonly string[]) =>
  fc.array(fc.nat(10), { maxLength: 3 }).map((places) => () => {
    const all = items();
    return [...new Set(places.map((place) => all[place % all.length]))];
  });

const record = fc.record({
  text: maybe(anyText),
  number: maybe(numbers),
  phone_number: maybe(fc.integer({ min: 1_000_000, max: 999_999_999 }).map((digits) => `+49${digits}`)),
  date: maybe(dates),
  datetime: maybe(minutes.map((date) => date.toISOString())),
  checkbox: maybe(fc.boolean()),
  rating: maybe(fc.integer({ min: 0, max: 5 })),
  currency: maybe(numbers),
  choices: fc.array(fc.nat(10), { maxLength: 4 }),
  users: some(() => members),
  many: some(() => partners),
  one: maybe(fc.nat(2)),
});

type GeneratedRecord = typeof record extends fc.Arbitrary<infer R> ? R : never;

function bodyOf({ choices, users, many, one, ...values }: GeneratedRecord, labels: readonly string[]) {
  const chosen = choices.map((choice) => labels[choice % labels.length]);
  return {
    ...values,
    select: chosen[0] ?? null,
    status: chosen[1] ?? null,
    multiselect: [...new Set(chosen)],
    user: users(),
    many: many(),
    one: one === null ? [] : [partners[one]],
  };
}

type RecordView = { id: string; attributes: Record<string, unknown> };

const list = async (): Promise<RecordView[]> => (await app.get(`/crm/${slug}?count=100`)).body.collection;

const withSortedLists = (records: readonly RecordView[]) =>
  records.map(({ attributes }) => ({
    ...attributes,
    many: (attributes['many'] as string[]).toSorted(),
  }));

const emptied = (id: string) => ({
  id,
  ...Object.fromEntries(
    [
      'text',
      'number',
      'phone_number',
      'date',
      'datetime',
      'checkbox',
      'rating',
      'currency',
      'select',
      'status',
    ]
      .concat('multiselect', 'user', 'many', 'one')
      .map((key) => [key, null]),
  ),
});

test(
  'an exported file gives new records, and emptied ones by id, exactly the same values of every type',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        options,
        fc.array(record, { minLength: 1, maxLength: 4 }),
        async (labels, generated) => {
          for (const key of ['select', 'status', 'multiselect']) {
            const changes = { options: labels.map((value) => ({ value })) };
            expect((await app.patch(`/crm/objects/${slug}/attributes/${key}`, changes)).status).toBe(200);
          }
          const records = generated.map((fields) => bodyOf(fields, labels));
          expect((await app.post(`/crm/${slug}/bulk`, { records })).status).toBe(200);
          const before = await list();
          const file = (await app.get(`/crm/${slug}/export`)).body as string;

          const copied = await files.run(slug, file);
          expect(copied).toMatchObject({ created: records.length, failed: 0, errors: [] });
          const copies = (await list()).slice(records.length);
          expect(withSortedLists(copies)).toEqual(withSortedLists(before));

          const empty = { records: before.map(({ id }) => emptied(id)), matchingAttribute: 'id' };
          expect((await app.post(`/crm/${slug}/bulk`, empty)).status).toBe(200);
          const restored = await files.run(slug, file, '?matchingAttribute=id');
          expect(restored).toMatchObject({ created: 0, failed: 0, errors: [] });
          expect(withSortedLists((await list()).slice(0, records.length))).toEqual(withSortedLists(before));

          const { deletion } = (await app.post(`/crm/${slug}/delete`, { filter: {} })).body;
          expect(deletion).toEqual({ count: 2 * records.length, remaining: 0, missing: [] });
        },
      ),
      { numRuns: 15, endOnFailure: true },
    );
  },
);

test('an exported person keeps name, addresses, company and own attributes that are called like others', async () => {
  await crm.attribute('people', { label: 'Email', type: 'text' });
  await crm.attribute('people', { label: 'Firstname', type: 'text' });
  const company = await crm.company({ domain: 'round.example', name: 'Round; trip' });
  const person = await crm.person({
    firstName: "'=Ana",
    lastName: 'Ruiz',
    emails: ['ana@round.example', 'ruiz@round.example'],
    companyId: company.id,
    customAttributes: { email: 'x', firstname: 'y' },
  });
  const file = (await app.get('/crm/people/export?filter[lastName]=Ruiz')).body as string;
  const changed = { firstName: 'Other', companyId: null, customAttributes: { email: null, firstname: null } };
  await app.patch(`/crm/people/${person.id}`, changed);
  const done = await files.run('people', file, '?matchingAttribute=id');
  expect(done).toMatchObject({ updated: 1, failed: 0 });
  const { updatedAt: _, ...read } = (await app.get(`/crm/people/${person.id}`)).body.person;
  expect(person).toMatchObject(read);
});

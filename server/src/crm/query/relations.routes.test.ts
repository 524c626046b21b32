import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createTestCrm } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

let deals: string;
let tags: string;

interface RecordView {
  readonly id: string;
  readonly attributes: { readonly title: string };
}

const titlesIn = (collection: readonly RecordView[]) => collection.map(({ attributes }) => attributes.title);
const found = async (query: string) =>
  titlesIn((await app.get(`/crm/${deals}?sort=title&${query}`)).body.collection);
const queried = async (filter: object) =>
  titlesIn((await app.post(`/crm/${deals}/query`, { filter, sort: 'title' })).body.collection);

beforeAll(async () => {
  [deals, tags] = [await crm.object(), await crm.object()];
  await crm.attribute(tags, { label: 'Name', type: 'text' });
  await crm.attribute(deals, { label: 'Title', type: 'text' });
  await crm.attribute(deals, {
    label: 'Tags',
    type: 'relation',
    relatedObjectSlug: tags,
    relationType: 'many_to_many',
  });
  const tag = async (name?: string) => (await crm.record(tags, name ? { name } : {})).id;
  const [oak, elm, unnamed] = [await tag('Oak'), await tag('Elm'), await tag()];
  for (const [title, ids] of [
    ['both', [oak, elm]],
    ['elm', [elm]],
    ['none', []],
    ['unnamed', [unnamed]],
    ['oak, and unnamed', [oak, unnamed]],
  ] as const) {
    await crm.record(deals, { title, tags: ids });
  }
});

describe('what partners are not', () => {
  test('ne: no partner has the value', async () => {
    expect(await found('filter[tags.name][ne]=Oak')).toEqual(['elm', 'none', 'unnamed']);
    expect(await queried({ 'tags.name': { ne: 'Oak' } })).toEqual(['elm', 'none', 'unnamed']);
    expect(await queried({ not: { 'tags.name': { ne: 'Oak' } } })).toEqual(['both', 'oak, and unnamed']);
  });

  test('empty: no partner has any value', async () => {
    expect(await found('filter[tags.name][empty]=true')).toEqual(['none', 'unnamed']);
    expect(await found('filter[tags.name][empty]=false')).toEqual(['both', 'elm', 'oak, and unnamed']);
    expect((await app.get(`/crm/${deals}?filter[tags.name][empty]=maybe`)).status).toBe(422);
  });
});

test('in: a value with a comma stands in quotes, or in a list', async () => {
  const quoted = encodeURIComponent('"oak, and unnamed", elm');
  expect(await found(`filter[title][in]=${quoted}`)).toEqual(['elm', 'oak, and unnamed']);
  expect(await found('filter[title][in]=elm,none')).toEqual(['elm', 'none']);
  expect(await queried({ title: { in: ['oak, and unnamed'] } })).toEqual(['oak, and unnamed']);
});

test('422: in: where an option with a comma may be meant, the sentence says how to quote it', async () => {
  const slug = await crm.object();
  const options = [{ value: 'C' }, { value: 'D,E' }];
  await crm.attribute(slug, { label: 'Tags', type: 'multiselect', options });
  await crm.record(slug, { tags: ['D,E'] });
  const { errors } = (await app.get(`/crm/${slug}?filter[tags][in]=D,E`)).body;
  expect(errors['filter[tags][in]']).toEqual([
    'Must be one of: C, "D,E". Put values that contain a comma in double quotes.',
  ]);
  const quoted = encodeURIComponent('"D,E"');
  expect((await app.get(`/crm/${slug}?filter[tags][in]=${quoted}`)).body.pagination.total).toBe(1);
});

test('422: a cursor of another object, filter or search', async () => {
  const page = (more: object) => app.post(`/crm/${deals}/query`, { count: 1, sort: 'title', ...more });
  const filter = { title: { ne: 'x' }, tags: { empty: false } };
  const { nextCursor: cursor } = (await page({ filter })).body.pagination;
  const reordered = { tags: { empty: false }, title: { ne: 'x' } };
  expect((await page({ filter: reordered, cursor })).status).toBe(200);
  const sentence =
    'This cursor belongs to a list with another object, filter or sort order. Start without a cursor.';
  const twin = await crm.object();
  await crm.attribute(twin, { label: 'Title', type: 'text' });
  for (const title of ['a', 'b']) await crm.record(twin, { title });
  const list = { count: 1, sort: 'title' };
  const ofTwin = (await app.post(`/crm/${twin}/query`, list)).body.pagination.nextCursor;
  expect((await page({ cursor: ofTwin })).body.errors).toEqual({ cursor: [sentence] });
  const listed = await app.get(`/crm/${deals}?count=1&sort=title&cursor=${ofTwin}`);
  expect(listed.body.errors).toEqual({ cursor: [sentence] });
  for (const other of [
    {},
    { filter: { title: 'elm' } },
    { filter, search: 'e' },
    { filter, sort: '-title' },
  ]) {
    expect((await page({ ...other, cursor })).body.errors).toEqual({ cursor: [sentence] });
  }
});

test('sort=created_at: records of a bulk are in the order in which they were sent', async () => {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Number', type: 'number' });
  const records = Array.from({ length: 1000 }, (_, number) => ({ number }));
  await app.post(`/crm/${slug}/bulk`, { records });
  const numbers: number[] = [];
  for (let page = 1; page <= 10; page += 1) {
    const { body } = await app.get(`/crm/${slug}?sort=created_at&count=100&page=${page}`);
    numbers.push(
      ...body.collection.map((record: { attributes: { number: number } }) => record.attributes.number),
    );
  }
  expect(numbers).toEqual(records.map(({ number }) => number));
});

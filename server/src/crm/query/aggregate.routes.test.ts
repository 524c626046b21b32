import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createTestCrm } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

let slug: string;
let user: string;
let mara: string;
let aiko: string;
let oak: string;
let elm: string;

beforeAll(async () => {
  user = await app.tokenOf('aiko@juniper.example', ['crm:read']);
  const users = (await app.get('/organizations/users')).body.collection as { uuid: string; email: string }[];
  const idOf = (name: string) => users.find(({ email }) => email.startsWith(name))?.uuid ?? '';
  [mara, aiko] = [idOf('mara'), idOf('aiko')];
  const firms = await crm.object();
  await crm.attribute(firms, { label: 'Name', type: 'text' });
  await app.patch(`/crm/objects/${firms}`, { primaryAttribute: 'name' });
  oak = (await crm.record(firms, { name: 'Oak' })).id;
  elm = (await crm.record(firms, { name: 'Elm' })).id;
  slug = await crm.object();
  for (const fields of [
    { label: 'Name', type: 'text' },
    { label: 'Amount', type: 'currency', currency: 'EUR' },
    { label: 'Fee', type: 'currency', currency: 'USD' },
    { label: 'Hours', type: 'number' },
    { label: 'Due', type: 'date' },
    { label: 'Met', type: 'datetime' },
    { label: 'Stage', type: 'status', options: [{ value: 'New' }, { value: 'Open' }, { value: 'Won' }] },
    { label: 'Tags', type: 'multiselect', options: [{ value: 'Red' }, { value: 'Blue' }] },
    { label: 'Paid', type: 'checkbox' },
    { label: 'Owner', type: 'user' },
    { label: 'Firm', type: 'relation', relatedObjectSlug: firms, relationType: 'many_to_many' },
  ]) {
    await crm.attribute(slug, fields);
  }
  const records = [
    {
      name: 'a',
      amount: 0.1,
      fee: 5,
      hours: 3,
      due: '2027-03-01',
      stage: 'Won',
      tags: ['Red', 'Blue'],
      paid: true,
      owner: [mara, aiko],
      firm: [oak, elm],
    },
    {
      name: 'b',
      amount: 0.2,
      hours: 4,
      due: '2027-01-01',
      met: '2027-01-01T10:00:00Z',
      stage: 'Won',
      tags: ['Red'],
      owner: [mara],
      firm: [oak],
    },
    { name: 'c', amount: 10, hours: 8, stage: 'New' },
    { name: 'd' },
  ];
  const { status, body } = await app.post(`/crm/${slug}/bulk`, { records });
  if (status !== 200) throw new Error(JSON.stringify(body));
});

const aggregate = async (query: object, options = {}) => {
  const { status, body } = await app.post(`/crm/${slug}/aggregate`, query, options);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.aggregate;
};
const counted = async (groupBy: string, more: object = {}) => {
  const { groups } = await aggregate({ groupBy, measures: [{ op: 'count' }], ...more });
  return groups.map(({ key, label, values }: { key: string; label: string; values: number[] }) => [
    label ?? key,
    values[0],
  ]);
};

describe('POST /crm/{objectSlug}/aggregate', () => {
  test('200: without groups, totals over all records that match; decimals are exact', async () => {
    const measures = [
      { op: 'count' },
      { op: 'count', key: 'firm' },
      { op: 'sum', key: 'amount' },
      { op: 'avg', key: 'hours' },
      { op: 'min', key: 'due' },
      { op: 'max', key: 'met' },
      { op: 'max', key: 'amount' },
    ];
    const filter = { stage: 'Won' };
    const { totals, groups, isComplete } = await aggregate({ filter, measures });
    expect(totals).toEqual([2, 2, 0.3, 3.5, '2027-01-01', '2027-01-01T10:00:00.000000Z', 0.2]);
    expect([groups, isComplete]).toEqual([[], true]);
    const none = await aggregate({ filter: { name: 'nobody' }, measures });
    expect(none.totals).toEqual([0, 0, 0, null, null, null, null]);
    const searched = await aggregate({ search: slug, measures: [{ op: 'count' }] });
    expect(searched.totals).toEqual([0]);
  });

  test('200: options in their order, with and without records, and records without a value last', async () => {
    const measures = [{ op: 'count' }, { op: 'sum', key: 'amount' }, { op: 'avg', key: 'hours' }];
    const { groups, totals } = await aggregate({ groupBy: 'stage', measures });
    expect(groups.map(({ label, values }: { label: string; values: number[] }) => [label, values])).toEqual([
      ['New', [1, 10, 8]],
      ['Open', [0, 0, null]],
      ['Won', [2, 0.3, 3.5]],
      [null, [1, 0, null]],
    ]);
    expect(totals).toEqual([4, 10.3, 5]);
    const won = groups.find(({ label }: { label: string }) => label === 'Won');
    expect((await app.get(`/crm/${slug}?filter[stage]=${won.key}`)).body.pagination.total).toBe(2);
  });

  test('200: multiselect, user, relation: a record is in each of its groups, and once in the totals', async () => {
    expect(await counted('tags')).toEqual([
      ['Red', 2],
      ['Blue', 1],
      [null, 2],
    ]);
    expect(await counted('owner')).toEqual([
      ['Mara Lindqvist', 2],
      [expect.stringContaining('Aiko'), 1],
      [null, 2],
    ]);
    expect(await counted('firm')).toEqual([
      ['Oak', 2],
      ['Elm', 1],
      [null, 2],
    ]);
    expect(await counted('paid')).toEqual([
      ['true', 1],
      ['false', 3],
    ]);
    const { totals, groups } = await aggregate({ groupBy: 'firm', measures: [{ op: 'sum', key: 'hours' }] });
    expect(totals).toEqual([15]);
    expect(groups.map(({ key, values }: { key: string; values: number[] }) => [key, values[0]])).toEqual([
      [oak, 7],
      [elm, 3],
      [null, 8],
    ]);
  });

  test('200: each amount of money names its currency', async () => {
    const measures = [
      { op: 'sum', key: 'amount' },
      { op: 'sum', key: 'fee' },
      { op: 'count', key: 'fee' },
    ];
    expect((await aggregate({ measures })).measures).toEqual([
      { op: 'sum', key: 'amount', currency: 'EUR' },
      { op: 'sum', key: 'fee', currency: 'USD' },
      { op: 'count', key: 'fee', currency: null },
    ]);
  });

  test('200: a deleted option counts as no value at once; the side of the partner is grouped as well', async () => {
    const other = await crm.object();
    const { options } = await crm.attribute(other, {
      label: 'Level',
      type: 'select',
      options: [{ value: 'A' }, { value: 'B' }],
    });
    for (const level of ['A', 'B', 'B']) await crm.record(other, { level });
    const [first] = options as object[];
    await app.patch(`/crm/objects/${other}/attributes/level`, { options: [first] });
    const { body } = await app.post(`/crm/${other}/aggregate`, {
      groupBy: 'level',
      measures: [{ op: 'count' }],
    });
    expect(body.aggregate.groups).toMatchObject([
      { label: 'A', values: [1] },
      { key: null, values: [2] },
    ]);
  });

  test('200: people by company, with facts of their meetings', async () => {
    const company = await crm.company({ name: 'Grouped', domain: 'grouped.example' });
    await crm.person({ firstName: 'Ada', emails: ['ada@grouped.example'], companyId: company.id });
    const { body } = await app.post('/crm/people/aggregate', {
      filter: { company: company.id },
      groupBy: 'company',
      measures: [
        { op: 'sum', key: 'noShows' },
        { op: 'max', key: 'lastMeetingAt' },
        { op: 'min', key: 'updated_at' },
      ],
    });
    expect(body.aggregate.groups[0]).toMatchObject({
      key: company.id,
      label: 'Grouped',
      values: [0, null, expect.any(String)],
    });
  });

  test('200: a sum beyond the numbers of JSON is null, not an error', async () => {
    const other = await crm.object();
    await crm.attribute(other, { label: 'Size', type: 'number' });
    for (let count = 0; count < 3; count += 1) await crm.record(other, { size: 1.5e308 });
    const { status, body } = await app.post(`/crm/${other}/aggregate`, {
      measures: [
        { op: 'sum', key: 'size' },
        { op: 'avg', key: 'size' },
      ],
    });
    expect([status, body.aggregate.totals]).toEqual([200, [null, 1.5e308]]);
  });

  test('422: every wrong field at once', async () => {
    const { status, body } = await app.post(`/crm/${slug}/aggregate`, {
      filter: { colour: 'red' },
      groupBy: 'amount',
      measures: [
        { op: 'sum' },
        { op: 'sum', key: 'name' },
        { op: 'avg', key: 'due' },
        { op: 'min', key: 'stage' },
      ],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'filter.colour',
      'groupBy',
      'measures.0.key',
      'measures.1.key',
      'measures.2.key',
      'measures.3.key',
    ]);
    const odd = await app.post(`/crm/${slug}/aggregate`, { groupBy: 'colour', measures: [{ op: 'median' }] });
    expect(Object.keys(odd.body.errors).sort()).toEqual(['groupBy', 'measures.0.op']);
    expect((await app.post(`/crm/${slug}/aggregate`, { measures: [] })).status).toBe(422);
  });

  test('404: an object that one may not read; a relation to one is no group', async () => {
    const hidden = await crm.object();
    await crm.attribute(slug, {
      label: 'Secret',
      type: 'relation',
      relatedObjectSlug: hidden,
      relationType: 'many_to_one',
    });
    const measures = [{ op: 'count' }];
    expect((await aggregate({ groupBy: 'secret', measures }, { token: user })).totals).toEqual([4]);
    await app.patch(`/crm/objects/${hidden}`, { permissions: { user: 'none' } });
    expect((await app.post(`/crm/${hidden}/aggregate`, { measures }, { token: user })).status).toBe(404);
    const grouped = await app.post(
      `/crm/${slug}/aggregate`,
      { groupBy: 'secret', measures },
      { token: user },
    );
    expect(grouped.status).toBe(422);
    const nobody = await app.tokenOf('mara@juniper.example', ['events:read']);
    expect((await app.post(`/crm/${slug}/aggregate`, { measures }, { token: nobody })).status).toBe(403);
  });

  test('200: at most 500 groups, the largest, beside that of records without a value', async () => {
    const [hub, spoke] = [await crm.object(), await crm.object()];
    await crm.attribute(spoke, {
      label: 'Hub',
      type: 'relation',
      relatedObjectSlug: hub,
      relationType: 'many_to_one',
    });
    const created = await app.post(`/crm/${hub}/bulk`, { records: Array.from({ length: 502 }, () => ({})) });
    const ids = created.body.results.map(({ id }: { id: string }) => id);
    const linked = [...ids, ids[501]].map((id) => ({ hub: [id] }));
    await app.post(`/crm/${spoke}/bulk`, { records: [...linked, {}] });
    const { body } = await app.post(`/crm/${spoke}/aggregate`, {
      groupBy: 'hub',
      measures: [{ op: 'count' }],
    });
    const { groups, totals, isComplete } = body.aggregate;
    expect([groups.length, totals, isComplete]).toEqual([501, [504], false]);
    expect(groups[0]).toMatchObject({ key: ids[501], values: [2] });
    expect(groups[500]).toEqual({ key: null, label: null, values: [1] });
  });
});

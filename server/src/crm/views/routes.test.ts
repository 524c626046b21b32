import { beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../../test/harness.ts';
import { createTestCrm } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

let user: string;
let slug: string;
let stages: { id: number; value: string }[];

beforeAll(async () => {
  user = await app.tokenOf('aiko@juniper.example', ['crm:write']);
  slug = await crm.object();
  await crm.attribute(slug, { label: 'Name', type: 'text' });
  await crm.attribute(slug, { label: 'Amount', type: 'number' });
  const options = [{ value: 'New' }, { value: 'Won' }];
  const { options: made } = await crm.attribute(slug, { label: 'Stage', type: 'status', options });
  stages = made as typeof stages;
  await app.post(`/crm/${slug}/bulk`, {
    records: [
      { name: 'Oak', amount: 2, stage: 'New' },
      { name: 'Elm', amount: 1, stage: 'Won' },
    ],
  });
});

const path = () => `/crm/${slug}/views`;
const save = async (fields: object, options = {}) => {
  const { status, body } = await app.post(path(), { name: 'A view', ...fields }, options);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.view;
};
const listed = async (options = {}) => (await app.get(path(), options)).body.collection;
const findBy = async (name: string, options = {}) =>
  (await listed(options)).find((view: { name: string }) => view.name === name);
const outcome = ({ status, body }: Answer) => [status, body.message];

describe('saved views', () => {
  test('201: all fields come back as they were sent; without them, a table of all records', async () => {
    const fields = {
      name: 'Open',
      kind: 'board',
      isShared: true,
      filter: { or: [{ stage: 'New' }, { not: { amount: { gte: 5 } } }, { stage: ['New', 'Won'] }] },
      sort: ['-amount', 'name'],
      columns: [{ key: 'name', width: 240, isPinned: true }],
      groupBy: 'stage',
      position: 7,
    };
    const view = await save(fields);
    expect(view).toMatchObject({ ...fields, isOwn: true, isIncomplete: false });
    expect(await findBy('Open')).toEqual(view);
    expect(await save({ name: 'All', sort: '-amount, name' })).toMatchObject({
      kind: 'table',
      isShared: false,
      filter: null,
      sort: ['-amount', 'name'],
      columns: [],
      groupBy: null,
      position: 8,
    });
    const found = await app.post(`/crm/${slug}/query`, { filter: view.filter, sort: view.sort });
    expect(found.body.collection).toHaveLength(2);
  });

  test('200: a view moves behind another one, and the others make room; 422: there is no such view', async () => {
    const other = await crm.object();
    const all = `/crm/${other}/views`;
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) ids.push((await app.post(all, { name, position: 3 })).body.view.id);
    const [a = '', b = '', c = ''] = ids;
    const order = async () =>
      (await app.get(all)).body.collection.map(({ name }: { name: string }) => name).join('');
    const place = (id: string, after: unknown) => app.patch(`${all}/${id}`, { after });
    expect((await place(c, null)).body.view.position).toBe(0);
    expect(await order()).toBe('CAB');
    await place(c, a);
    expect(await order()).toBe('ACB');
    // At the same time, neither move is lost.
    await Promise.all([place(a, b), place(b, null)]);
    expect(await order()).toMatch(/^(BAC|BCA|CBA)$/);
    for (const after of [a, 'x', '018f0000-0000-7000-8000-000000000000']) {
      expect(Object.keys((await place(a, after)).body.errors)).toEqual(['after']);
    }
  });

  test('200: in the order of their positions; a view is changed field by field', async () => {
    const first = await save({ name: 'Second', position: 900 });
    await save({ name: 'First', position: 899 });
    const names = (await listed()).map(({ name }: { name: string }) => name);
    expect(names.slice(-2)).toEqual(['First', 'Second']);
    const changes = { name: 'Renamed', filter: { amount: 3 }, sort: ['name'], columns: [{ key: 'id' }] };
    const { body } = await app.patch(`${path()}/${first.id}`, changes);
    expect(body.view).toMatchObject({
      ...changes,
      columns: [{ key: 'id', width: null, isPinned: false }],
      position: 900,
    });
    const emptied = await app.patch(`${path()}/${first.id}`, {
      filter: null,
      kind: 'board',
      groupBy: 'stage',
    });
    expect(emptied.body.view).toMatchObject({
      name: 'Renamed',
      filter: null,
      kind: 'board',
      groupBy: 'stage',
    });
    expect(outcome(await app.delete(`${path()}/${first.id}`))).toEqual([200, 'View deleted.']);
    expect(await findBy('Renamed')).toBeUndefined();
    expect((await app.patch(`${path()}/${first.id}`, {})).status).toBe(404);
  });

  test('200: people and companies have views, also by facts of meetings', async () => {
    for (const [object, field] of [
      ['people', 'lastMeetingAt'],
      ['companies', 'domain'],
    ] as const) {
      const view = { name: 'Recent', sort: [`-${field}`], columns: [{ key: field }] };
      const { status, body } = await app.post(`/crm/${object}/views`, view);
      expect([status, body.view.sort]).toEqual([201, view.sort]);
      const { collection } = (await app.get(`/crm/${object}/views`)).body;
      expect(collection).toEqual([body.view]);
      expect((await app.delete(`/crm/${object}/views/${body.view.id}`)).status).toBe(200);
    }
  });

  test('422: every wrong field at once, as for a query', async () => {
    const wrong = {
      name: '',
      kind: 'gantt',
      filter: { and: [{ colour: 'red' }, { amount: 'many' }, { stage: 'Lost' }] },
      sort: ['size'],
      columns: [{ key: 'name' }, { key: 'weight' }],
      groupBy: 'amount',
    };
    const { status, body } = await app.post(path(), wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'columns.1.key',
      'filter.and.0.colour',
      'filter.and.1.amount',
      'filter.and.2.stage',
      'groupBy',
      'kind',
      'name',
      'sort',
    ]);
    const { id } = await save({});
    const changed = await app.patch(`${path()}/${id}`, { kind: 'board', filter: { colour: 1 } });
    expect(changed.body.errors).toEqual({
      groupBy: ['A board needs an attribute to group by.'],
      'filter.colour': [expect.stringContaining('Unknown attribute colour.')],
    });
    const twice = { name: 'X', columns: [{ key: 'name' }, { key: 'name' }] };
    expect((await app.post(path(), twice)).body.errors).toHaveProperty('columns');
    const long = { name: 'X', filter: { name: { in: Array(100).fill('x'.repeat(300)) } } };
    expect((await app.post(path(), long)).body.errors).toHaveProperty('filter');
  });

  test('422: a body that is a list names what is missing', async () => {
    for (const body of [[], [null]]) {
      expect(await app.post(path(), body)).toMatchObject({ status: 422 });
      expect(await app.post(`${path()}?page=1&page=%5Bnull%5D`, body)).toMatchObject({ status: 422 });
    }
  });

  test('400: at most 100 views of an object for each user', async () => {
    const other = await crm.object();
    for (let count = 0; count < 100; count += 1) await app.post(`/crm/${other}/views`, { name: `${count}` });
    const { status } = await app.post(`/crm/${other}/views`, { name: 'One more' });
    expect(status).toBe(400);
    expect((await app.post(`/crm/${other}/views`, { name: 'Theirs' }, { token: user })).status).toBe(201);
  });
});

describe('who sees and changes a view', () => {
  test('404: a view that is not shared is of its owner alone, also for an admin', async () => {
    const own = await save({ name: 'Of Aiko' }, { token: user });
    expect(await findBy('Of Aiko')).toBeUndefined();
    expect((await app.patch(`${path()}/${own.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await app.delete(`${path()}/${own.id}`)).status).toBe(404);
    expect(await findBy('Of Aiko', { token: user })).toMatchObject({ isOwn: true });
  });

  test('403: a shared view is changed by its owner or an admin', async () => {
    const shared = await save({ name: 'Of Mara', isShared: true });
    expect(await findBy('Of Mara', { token: user })).toMatchObject({ isOwn: false, isShared: true });
    const sentence = 'Only the view’s creator, owners and admins can change or delete a shared view.';
    const change = app.patch(`${path()}/${shared.id}`, { name: 'Mine' }, { token: user });
    expect(outcome(await change)).toEqual([403, sentence]);
    expect(outcome(await app.delete(`${path()}/${shared.id}`, undefined, { token: user }))).toEqual([
      403,
      sentence,
    ]);
    const theirs = await save({ name: 'Shared by Aiko', isShared: true }, { token: user });
    expect((await app.patch(`${path()}/${theirs.id}`, { name: 'By Mara' })).body.view).toMatchObject({
      name: 'By Mara',
      isOwn: false,
    });
    expect((await app.patch(`${path()}/${theirs.id}`, { isShared: false }, { token: user })).status).toBe(
      200,
    );
    expect((await app.delete(`${path()}/${theirs.id}`)).status).toBe(404);
  });

  test('404: with an object that one may not read; who may only read it saves views', async () => {
    const hidden = await crm.object();
    await app.patch(`/crm/objects/${hidden}`, { permissions: { user: 'read' } });
    const saved = await app.post(`/crm/${hidden}/views`, { name: 'X' }, { token: user });
    expect(saved.status).toBe(201);
    await app.patch(`/crm/objects/${hidden}`, { permissions: { user: 'none' } });
    const answers = [
      await app.get(`/crm/${hidden}/views`, { token: user }),
      await app.post(`/crm/${hidden}/views`, { name: 'X' }, { token: user }),
      await app.patch(`/crm/${hidden}/views/${saved.body.view.id}`, { name: 'Y' }, { token: user }),
      await app.delete(`/crm/${hidden}/views/${saved.body.view.id}`, undefined, { token: user }),
    ];
    expect(answers.map(outcome)).toEqual(answers.map(() => [404, 'Object not found.']));
    const reader = await app.tokenOf('mara@juniper.example', ['crm:read']);
    expect((await app.get(path(), { token: reader })).status).toBe(200);
    expect((await app.post(path(), { name: 'X' }, { token: reader })).status).toBe(403);
  });
});

describe('what a view names', () => {
  test('a renamed option is renamed in the view; a renamed attribute changes nothing', async () => {
    const filter = { stage: { in: ['New', 'Won'] } };
    const { id } = await save({ name: 'Stages', filter });
    const renamed = [{ ...stages[0], value: 'Fresh' }, stages[1]];
    const changes = { label: 'Phase', options: renamed };
    expect((await app.patch(`/crm/objects/${slug}/attributes/stage`, changes)).status).toBe(200);
    expect(await findBy('Stages')).toMatchObject({
      id,
      filter: { stage: { in: ['Fresh', 'Won'] } },
      isIncomplete: false,
    });
    await app.patch(`/crm/objects/${slug}/attributes/stage`, { label: 'Stage', options: stages });
  });

  test('200: what was deleted is left out, and what is left can be used', async () => {
    const options = [{ value: 'Low' }, { value: 'High' }];
    const { options: made } = await crm.attribute(slug, { label: 'Rank', type: 'select', options });
    await crm.attribute(slug, { label: 'Size', type: 'number' });
    const view = {
      name: 'Fading',
      kind: 'board',
      filter: { or: [{ rank: 'Low' }, { size: { gt: 1, lt: 9 } }], amount: { gte: 1 }, not: { size: 3 } },
      sort: ['-size', 'amount'],
      columns: [{ key: 'size' }, { key: 'name' }],
      groupBy: 'rank',
    };
    await save(view);
    const [, high] = made as { id: number }[];
    await app.patch(`/crm/objects/${slug}/attributes/rank`, { options: [high] });
    expect(await findBy('Fading')).toMatchObject({
      filter: { or: [{ size: { gt: 1, lt: 9 } }], amount: { gte: 1 }, not: { size: 3 } },
      isIncomplete: true,
    });
    for (const key of ['size', 'rank']) await app.delete(`/crm/objects/${slug}/attributes/${key}`);
    const left = await findBy('Fading');
    expect(left).toMatchObject({
      kind: 'board',
      filter: { amount: { gte: 1 } },
      sort: ['amount'],
      columns: [{ key: 'name', width: null, isPinned: false }],
      groupBy: null,
      isIncomplete: true,
    });
    const used = await app.post(`/crm/${slug}/query`, { filter: left.filter, sort: left.sort });
    expect(used.body.collection).toHaveLength(2);
    expect((await app.patch(`${path()}/${left.id}`, { name: 'Renamed' })).status).toBe(200);
    const mended = await app.patch(`${path()}/${left.id}`, { ...view, ...left });
    expect(mended.body.errors).toEqual({ groupBy: ['A board needs an attribute to group by.'] });
  });

  test('200: a relation to an object that one may not read is left out, with the values in its filter', async () => {
    const secret = await crm.object();
    await crm.attribute(secret, { label: 'Name', type: 'text' });
    const relation = { type: 'relation', relatedObjectSlug: secret, relationType: 'many_to_one' };
    await crm.attribute(slug, { label: 'Contract', ...relation });
    const filter = { 'contract.name': 'Secret terms', amount: 1 };
    await save({ name: 'Contracts', isShared: true, filter, columns: [{ key: 'contract' }] });
    expect(await findBy('Contracts', { token: user })).toMatchObject({ filter, isIncomplete: false });
    await app.patch(`/crm/objects/${secret}`, { permissions: { user: 'none' } });
    const seen = await findBy('Contracts', { token: user });
    expect(seen).toMatchObject({ filter: { amount: 1 }, columns: [], isIncomplete: true });
    expect(JSON.stringify(seen)).not.toMatch(/"contract|Secret terms/);
    expect(await findBy('Contracts')).toMatchObject({ filter, isIncomplete: false });
  });
});

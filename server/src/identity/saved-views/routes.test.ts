import { beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../../test/harness.ts';

const app = useApp();
const path = '/saved-views';
const sentence = 'Only the view’s creator, owners and admins can change or delete a shared view.';

let user: string;

beforeAll(async () => {
  user = await app.tokenOf('aiko@juniper.example', ['users:read', 'users:write']);
});

const save = async (fields: object, options = {}) => {
  const { status, body } = await app.post(
    path,
    { list: 'scheduled_events', name: 'A view', ...fields },
    options,
  );
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.view;
};
const listed = async (list = 'scheduled_events', options = {}) =>
  (await app.get(`${path}?list=${list}`, options)).body.collection;
const findBy = async (name: string, options = {}) =>
  (await listed('scheduled_events', options)).find((view: { name: string }) => view.name === name);
const outcome = ({ status, body }: Answer) => [status, body.message];

describe('saved views of a list', () => {
  test('201: all fields come back as they were sent; each list has its own views', async () => {
    const fields = { name: 'Past', filters: { when: 'past', host: 'mara@juniper.example' }, isShared: true };
    const view = await save(fields);
    expect(view).toMatchObject({ ...fields, list: 'scheduled_events', isOwn: true });
    expect(await findBy('Past')).toEqual(view);
    expect(await save({ name: 'All' })).toMatchObject({
      filters: {},
      isShared: false,
      position: view.position + 1,
    });
    await save({ name: 'Overdue', list: 'tasks', filters: { state: 'overdue' } });
    expect(await listed('tasks')).toMatchObject([{ name: 'Overdue' }]);
    expect(await findBy('Overdue')).toBeUndefined();
  });

  test('200: in the order of their positions; a view is changed field by field', async () => {
    const view = await save({ name: 'Second', position: 900, filters: { when: 'all' } });
    await save({ name: 'First', position: 899 });
    expect((await listed()).map(({ name }: { name: string }) => name).slice(-2)).toEqual(['First', 'Second']);
    const renamed = await app.patch(`${path}/${view.id}`, { name: 'Renamed' });
    expect(renamed.body.view).toMatchObject({ name: 'Renamed', filters: { when: 'all' }, position: 900 });
    const changed = await app.patch(`${path}/${view.id}`, { filters: { q: 'intro' }, isShared: true });
    expect(changed.body.view).toMatchObject({ name: 'Renamed', filters: { q: 'intro' }, isShared: true });
    expect(outcome(await app.delete(`${path}/${view.id}`))).toEqual([200, 'View deleted.']);
    expect((await app.patch(`${path}/${view.id}`, { name: 'X' })).status).toBe(404);
  });

  test('422: every wrong field at once', async () => {
    const wrong = {
      list: 'planets',
      name: ' ',
      filters: { 'a b': 'x', q: '' },
      isShared: 'yes',
      position: -1,
    };
    const { status, body } = await app.post(path, wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'filters.a b',
      'filters.q',
      'isShared',
      'list',
      'name',
      'position',
    ]);
    const filters = Object.fromEntries(
      Array.from({ length: 21 }, (_, index) => [`x${'y'.repeat(index)}`, 'z']),
    );
    expect((await app.post(path, { list: 'tasks', name: 'Many', filters })).body.errors).toHaveProperty(
      'filters',
    );
    expect((await app.get(path)).status).toBe(422);
  });

  test('400: at most 100 views of a list for each user', async () => {
    const view = { list: 'polls', name: 'X' };
    for (let count = 0; count < 100; count += 1) await app.post(path, view);
    expect((await app.post(path, view)).status).toBe(400);
    expect((await app.post(path, view, { token: user })).status).toBe(201);
    expect((await app.post(path, { ...view, list: 'users' })).status).toBe(201);
  });
});

describe('who sees and changes a view', () => {
  test('404: a view that is not shared is of its owner alone, also for an admin', async () => {
    const own = await save({ name: 'Of Aiko' }, { token: user });
    expect(await findBy('Of Aiko')).toBeUndefined();
    expect((await app.patch(`${path}/${own.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await app.delete(`${path}/${own.id}`)).status).toBe(404);
    expect(await findBy('Of Aiko', { token: user })).toMatchObject({ isOwn: true });
  });

  test('403: a shared view is changed by its owner or an admin', async () => {
    const shared = await save({ name: 'Of Mara', isShared: true });
    expect(await findBy('Of Mara', { token: user })).toMatchObject({ isOwn: false, isShared: true });
    const change = await app.patch(`${path}/${shared.id}`, { name: 'Mine' }, { token: user });
    expect(outcome(change)).toEqual([403, sentence]);
    expect(outcome(await app.delete(`${path}/${shared.id}`, undefined, { token: user }))).toEqual([
      403,
      sentence,
    ]);
    const theirs = await save({ name: 'Shared by Aiko', isShared: true }, { token: user });
    const changed = await app.patch(`${path}/${theirs.id}`, { name: 'By Mara' });
    expect(changed.body.view).toMatchObject({ name: 'By Mara', isOwn: false });
    expect((await app.patch(`${path}/${theirs.id}`, { isShared: false }, { token: user })).status).toBe(200);
    expect((await app.delete(`${path}/${theirs.id}`)).status).toBe(404);
  });

  test('403: users have no views of lists that only owners and admins can see', async () => {
    const shared = await save({
      list: 'mail',
      name: 'Bounced',
      filters: { state: 'bounced' },
      isShared: true,
    });
    const refused = [403, 'Only owners and admins can see this list.'];
    expect(outcome(await app.get(`${path}?list=mail`, { token: user }))).toEqual(refused);
    expect(outcome(await app.post(path, { list: 'mail', name: 'X' }, { token: user }))).toEqual(refused);
    expect((await app.patch(`${path}/${shared.id}`, { name: 'X' }, { token: user })).status).toBe(404);
    expect((await app.delete(`${path}/${shared.id}`, undefined, { token: user })).status).toBe(404);
    expect(await listed('mail')).toMatchObject([{ name: 'Bounced' }]);
  });

  test('403: saving needs a scope that writes', async () => {
    const reader = await app.tokenOf('mara@juniper.example', ['users:read']);
    expect((await app.get(`${path}?list=tasks`, { token: reader })).status).toBe(200);
    expect((await app.post(path, { list: 'tasks', name: 'X' }, { token: reader })).status).toBe(403);
  });
});

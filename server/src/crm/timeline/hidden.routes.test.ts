import { expect, test, vi } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createTestCrm } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

interface Entry {
  readonly recordId: string | null;
  readonly kind: string;
  readonly changes: object;
}

test('200: a change of hidden relations alone is in no timeline, history or feed of a user', async () => {
  const token = await app.tokenOf('aiko@juniper.example', ['crm:write']);
  const [shown, hidden] = [await crm.object(), await crm.object()];
  await crm.attribute(shown, { label: 'Name', type: 'text' });
  const relation = { type: 'relation', relatedObjectSlug: hidden, relationType: 'many_to_many' };
  await crm.attribute(shown, { ...relation, label: 'Secret' });
  await crm.attribute(shown, { ...relation, label: 'Gone' });
  await app.patch(`/crm/objects/${hidden}`, { permissions: { user: 'none' } });
  const { id } = await crm.record(shown, { name: 'One' });
  const partner = await crm.record(hidden, {});
  await app.patch(`/crm/${shown}/${id}`, { secret: [partner.id] });
  await app.patch(`/crm/${shown}/${id}`, { secret: [], name: 'Two' });
  await crm.record(hidden, { things: [id] });
  await app.delete(`/crm/objects/${shown}/attributes/gone`);

  const changesOf = (entries: readonly Entry[]) =>
    entries.map(({ kind, changes }) => [kind, Object.keys(changes)]);
  for (const list of ['timeline', 'history']) {
    const { collection, pagination } = (await app.get(`/crm/${shown}/${id}/${list}`, { token })).body;
    expect(changesOf(collection)).toEqual([
      ['record.updated', ['name']],
      ['record.created', ['name']],
    ]);
    expect(pagination.total).toBe(2);
    expect((await app.get(`/crm/${shown}/${id}/${list}`)).body.pagination.total).toBe(4);
  }

  const feed = async (options: object): Promise<(Entry & { objectSlug: string })[]> => {
    const { collection } = (await app.get('/crm/changes?count=1000', options)).body;
    return collection.filter((entry: { objectSlug: string }) => entry.objectSlug === shown);
  };
  await vi.waitFor(async () => expect(await feed({})).toHaveLength(5), 10_000);
  expect(changesOf(await feed({ token }))).toEqual([
    ['record.created', ['name']],
    ['record.updated', ['name']],
  ]);
});

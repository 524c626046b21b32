import { beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../test/harness.ts';
import { createTestCrm } from './test-crm.ts';
import { createTestImport } from './test-import.ts';

const app = useApp();
const crm = createTestCrm(app);
const files = createTestImport(app);

let token: string;

beforeAll(async () => {
  token = await app.tokenOf('aiko@juniper.example', ['crm:write']);
});

/** Two objects with a relation between them: users may change all records of `open`, and of `bound` what is given. */
async function related(user: 'read' | 'own') {
  const [open, bound] = [await crm.object(), await crm.object()];
  for (const slug of [open, bound]) {
    await crm.attribute(slug, { label: 'Name', type: 'text', isUnique: true });
  }
  await crm.attribute(bound, {
    label: 'Peer',
    type: 'relation',
    relatedObjectSlug: open,
    relatedObjectLabel: 'Back',
    relationType: 'many_to_many',
  });
  await app.patch(`/crm/objects/${bound}`, { pluralName: 'Contracts', permissions: { user } });
  const target = await crm.record(open, { name: 'Target' });
  const linked = await crm.record(bound, { name: 'Linked', peer: [target.id] });
  const free = await crm.record(bound, { name: 'Free' });
  const peersOf = async (id: string) => (await app.get(`/crm/${bound}/${id}`)).body.record.attributes.peer;
  return { open, bound, target, linked, free, peersOf };
}

const outcome = ({ status, body }: Answer) => [status, body.message];

/** Every way to change a link from the side that users may write. */
async function doors({ open, target, linked, free }: Awaited<ReturnType<typeof related>>) {
  const relation = `/crm/${open}/${target.id}/relation`;
  const other = await crm.record(open, { name: 'Other' });
  return [
    await app.patch(`/crm/${open}/${target.id}`, { back: [] }, { token }),
    await app.patch(relation, { attributeSlug: 'back', add: [free.id] }, { token }),
    await app.patch(relation, { attributeSlug: 'back', remove: [linked.id] }, { token }),
    await app.post(`/crm/${open}`, { name: 'New', back: [free.id] }, { token }),
    await app.put(`/crm/${open}?matchingAttribute=name`, { name: 'Target', back: [free.id] }, { token }),
    await app.put(`/crm/${open}?matchingAttribute=name`, { name: 'New', back: [free.id] }, { token }),
    await app.post(`/crm/${open}/merge`, { survivorId: other.id, mergedId: target.id }, { token }),
  ];
}

describe('a link is a value of both of its records', () => {
  test('403: where users may only read the other object, no door changes a link to it', async () => {
    const objects = await related('read');
    const { open, target, linked, free, peersOf } = objects;
    const sentence = 'Users can only read Contracts. An owner or admin can change that.';
    const answers = await doors(objects);
    expect(answers.map(outcome)).toEqual(answers.map(() => [403, sentence]));
    const records = [{ name: 'New', back: [free.id] }, { name: 'Plain' }];
    const atomic = await app.post(`/crm/${open}/bulk`, { records }, { token });
    expect(atomic.body.errors).toEqual({ 'records.0': [sentence] });
    const bulk = await app.post(`/crm/${open}/bulk`, { records, mode: 'each' }, { token });
    expect(bulk.body.results.map((item: { status: string }) => item.status)).toEqual(['failed', 'created']);
    const { body } = await app.inject({
      method: 'POST',
      url: `/v2/crm/${open}/import?matchingAttribute=name`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: `name,back\nTarget,${free.id}\nNew,${free.id}\n`,
    });
    expect(await files.work(body.import.id)).toMatchObject({ created: 0, updated: 0, failed: 2 });
    expect([await peersOf(linked.id), await peersOf(free.id)]).toEqual([[target.id], []]);
  });

  test("403: where users may change their own, no door changes a link to a colleague's record", async () => {
    const objects = await related('own');
    const { target, linked, free, peersOf } = objects;
    const sentence = 'Users can only change Contracts that they created or that are assigned to them.';
    const answers = await doors(objects);
    expect(answers.map(outcome)).toEqual(answers.map(() => [403, sentence]));
    expect([await peersOf(linked.id), await peersOf(free.id)]).toEqual([[target.id], []]);
  });

  test('200: a link to an own record is changed, and one that is sent as it was needs no right', async () => {
    const { open, bound, target, linked, peersOf } = await related('own');
    const own = (await app.post(`/crm/${bound}`, { name: 'Own' }, { token })).body.record;
    const changed = await app.patch(`/crm/${open}/${target.id}`, { back: [linked.id, own.id] }, { token });
    expect(changed.status).toBe(200);
    const add = { attributeSlug: 'back', remove: [own.id] };
    expect((await app.patch(`/crm/${open}/${target.id}/relation`, add, { token })).status).toBe(200);
    expect([await peersOf(linked.id), await peersOf(own.id)]).toEqual([[target.id], []]);
  });

  test('403: undoing a merge moves links, once users may only read the other object', async () => {
    const { open, bound, target, linked, peersOf } = await related('own');
    await app.patch(`/crm/objects/${bound}`, { permissions: { user: 'write' } });
    const other = await crm.record(open, { name: 'Other' });
    const merge = { survivorId: other.id, mergedId: target.id };
    const merged = await app.post(`/crm/${open}/merge`, merge, { token });
    expect(await peersOf(linked.id)).toEqual([other.id]);
    await app.patch(`/crm/objects/${bound}`, { permissions: { user: 'read' } });
    const undo = await app.post(`/crm/merges/${merged.body.merge.id}/undo`, {}, { token });
    expect(undo.status).toBe(403);
    expect(await peersOf(linked.id)).toEqual([other.id]);
  });
});

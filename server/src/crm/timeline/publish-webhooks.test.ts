import { webhookPayloads } from '@daybook/contract/webhook-payloads';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { queryRows, createTestCrm } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

interface Payload {
  readonly event: 'crm.record.created' | 'crm.record.updated' | 'crm.record.deleted';
  readonly objectSlug: string;
  readonly recordId: string;
  readonly record: object | null;
  readonly change: { readonly kind: string; readonly changes: Record<string, unknown> };
}

const allTold = async (): Promise<Payload[]> => {
  const found = await queryRows<{ payload: string }>(
    app,
    'select e.payload from webhook_event e join webhook_delivery d on d.event_id = e.id order by d.seq',
  );
  return found.map(({ payload }) => JSON.parse(payload) as Payload);
};
const sentFor = async (recordId: string): Promise<Payload[]> =>
  (await allTold()).filter((payload) => payload.recordId === recordId);

beforeAll(async () => {
  await app.runtime.database.pool.query(
    `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
     select workspace_id, gen_random_uuid(), id, 'https://hooks.example', 'organization',
       '{crm.record.created,crm.record.updated,crm.record.deleted}', ''
     from member where email = 'mara@juniper.example'`,
  );
});

test('a bulk write sends one webhook for each record, in order, with its own change', async () => {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Title', type: 'text' });
  await crm.attribute(slug, {
    label: 'Next',
    type: 'relation',
    relatedObjectSlug: slug,
    relationType: 'many_to_many',
  });
  const titles = Array.from({ length: 40 }, (_, index) => `Record ${index}`);
  const { body } = await app.post(`/crm/${slug}/bulk`, { records: titles.map((title) => ({ title })) });
  const ids: string[] = body.results.map(({ id }: { id: string }) => id);
  const [first] = ids;
  await Promise.all(
    ids.map((id) => app.patch(`/crm/${slug}/${id}/relation`, { attributeSlug: 'next', add: [first] })),
  );

  const payloads = (await allTold()).filter(({ objectSlug }) => objectSlug === slug);
  const created = payloads.filter(({ event }) => event === 'crm.record.created');
  const updated = payloads.filter(({ event }) => event === 'crm.record.updated');
  expect(created.map(({ recordId }) => recordId)).toEqual(ids);
  expect(created.map(({ change }) => change.changes['title'])).toEqual(
    titles.map((title) => ({ from: null, to: title })),
  );
  expect(updated.map(({ recordId }) => recordId).toSorted()).toEqual(ids.toSorted());
  for (const { recordId, record, change } of updated) {
    expect(record).toMatchObject({ id: recordId, attributes: { next: [first] } });
    expect(change).toMatchObject({ recordId, changes: { next: { from: [], to: [first] } } });
  }
});

test('crm.record.created, updated and deleted have the payload of the contract and nothing else', async () => {
  const slug = await crm.object();
  const options = [{ value: 'New' }, { value: 'Won', color: 'success' }];
  await crm.attribute(slug, { label: 'Stage', type: 'status', options });
  const { id } = await crm.record(slug, { stage: 'New' });
  await app.patch(`/crm/${slug}/${id}`, { stage: 'Won' });
  await app.delete(`/crm/${slug}/${id}`);
  const person = await crm.person({ firstName: 'Ada', emails: ['ada@webhooks.example'] });
  await app.delete(`/crm/people/${person.id}`);

  const payloads = await sentFor(id);
  expect(payloads.map(({ event, record }) => [event, record !== null])).toEqual([
    ['crm.record.created', true],
    ['crm.record.updated', true],
    ['crm.record.deleted', false],
  ]);
  expect(payloads[1]?.change.changes).toEqual({
    stage: {
      from: { id: expect.any(Number), value: 'New', color: 'gray' },
      to: { id: expect.any(Number), value: 'Won', color: 'success' },
    },
  });
  const all = [...payloads, ...(await sentFor(person.id))];
  expect(all).toHaveLength(5);
  for (const payload of all) {
    expect(webhookPayloads[payload.event].strict().parse(payload)).toEqual(payload);
  }
});

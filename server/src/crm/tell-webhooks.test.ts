import { webhookPayloads } from '@daybook/contract/webhook-payloads';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { rows, testCrm } from './test-crm.ts';

const app = useApp();
const crm = testCrm(app);

interface Payload {
  readonly event: 'crm.record.created' | 'crm.record.updated' | 'crm.record.deleted';
  readonly recordId: string;
  readonly record: object | null;
  readonly change: { readonly kind: string; readonly changes: Record<string, unknown> };
}

const told = async (recordId: string): Promise<Payload[]> =>
  (await rows<{ payload: string }>(app, 'select payload from webhook_event order by id'))
    .map(({ payload }) => JSON.parse(payload) as Payload)
    .filter((payload) => payload.recordId === recordId);

beforeAll(async () => {
  await app.runtime.database.pool.query(
    `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
     select workspace_id, gen_random_uuid(), id, 'https://hooks.example', 'organization',
       '{crm.record.created,crm.record.updated,crm.record.deleted}', ''
     from member where email = 'mara@juniper.example'`,
  );
});

test('crm.record.created, updated and deleted carry what the contract says, and nothing else', async () => {
  const slug = await crm.object();
  const options = [{ value: 'New' }, { value: 'Won', color: 'success' }];
  await crm.attribute(slug, { label: 'Stage', type: 'status', options });
  const { id } = await crm.record(slug, { stage: 'New' });
  await app.patch(`/crm/${slug}/${id}`, { stage: 'Won' });
  await app.delete(`/crm/${slug}/${id}`);
  const person = await crm.person({ firstName: 'Ada', emails: ['ada@told.example'] });
  await app.delete(`/crm/people/${person.id}`);

  const payloads = await told(id);
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
  const all = [...payloads, ...(await told(person.id))];
  expect(all).toHaveLength(5);
  for (const payload of all) {
    expect(webhookPayloads[payload.event].strict().parse(payload)).toEqual(payload);
  }
});

import { describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../../test/harness.ts';
import { toShownOptions, queryRows, createTestCrm, listUnrecordedWrites } from '../test-crm.ts';
import { createTestImport } from '../test-import.ts';
import { clearAttribute, type DeletedAttribute } from '../upkeep/clear-attribute.ts';

const app = useApp();
const crm = createTestCrm(app);
const files = createTestImport(app);

/** Runs the jobs that remove the values of deleted attributes. */
async function runJobs(): Promise<void> {
  const jobs = await queryRows<{ payload: DeletedAttribute; id: string }>(
    app,
    `select j.id, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'crm.clear-attribute'`,
  );
  for (const { id, payload } of jobs) {
    await clearAttribute(app.runtime, payload);
    await queryRows(app, 'delete from graphile_worker._private_jobs where id = $1', [id]);
  }
}

const outcome = ({ status, body }: Answer) => [status, body.message];
const remove = (slug: string, key: string, token?: string) =>
  app.delete(`/crm/objects/${slug}/attributes/${key}`, undefined, token ? { token } : {});
const changesIn = async (): Promise<Record<string, unknown>[]> =>
  (await app.get('/crm/changes?count=1000')).body.collection;

describe('DELETE /crm/objects/{slug}/attributes/{key}', () => {
  test('200: gone at once from records, filters, exports and webhooks; then from rows, with a change in each history', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Name', type: 'text' });
    const stage = { label: 'Stage', type: 'select', options: [{ value: 'Won', color: 'green' }] };
    const { options } = await crm.attribute(slug, stage);
    await crm.attribute(slug, { label: 'Tags', type: 'multiselect', options: [{ value: 'Red' }] });
    await crm.attribute(slug, { label: 'Code', type: 'text', isUnique: true });
    const record = await crm.record(slug, { name: 'Oak', stage: 'Won', tags: ['Red'], code: 'x' });
    await crm.record(slug, { name: 'Elm' });
    await queryRows(
      app,
      `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'https://hooks.example', 'user', '{crm.attribute.deleted}', ''
       from member where email = 'mara@juniper.example'`,
    );
    for (const key of ['stage', 'tags', 'code']) {
      expect(outcome(await remove(slug, key))).toEqual([200, 'Attribute deleted.']);
    }
    const { attributes } = (await app.get(`/crm/objects/${slug}`)).body.object;
    expect(attributes.map(({ key }: { key: string }) => key)).toEqual([
      'id',
      'created_at',
      'updated_at',
      'name',
    ]);
    expect((await app.get(`/crm/${slug}/${record.id}`)).body.record.attributes).toEqual({ name: 'Oak' });
    expect((await app.get(`/crm/${slug}?filter[stage]=Won`)).status).toBe(422);
    expect((await app.get(`/crm/${slug}/export`)).body).toMatch(/^id,name,created_at,updated_at\n/);
    const sent = await queryRows<{ name: string }>(
      app,
      'select e.name from webhook_event e join webhook_delivery d on d.event_id = e.id order by d.seq',
    );
    expect(sent.map(({ name }) => name)).toEqual(Array.from({ length: 3 }, () => 'crm.attribute.deleted'));

    // Its key and its column are not used for another attribute while records still have its values.
    const again = await crm.attribute(slug, stage);
    expect(again['key']).toBe('stage_2');
    expect((await app.get(`/crm/${slug}?filter[stage_2][empty]=false`)).body.pagination.total).toBe(0);
    expect((await app.patch(`/crm/${slug}/${record.id}`, { name: 'Oaks' })).status).toBe(200);
    await runJobs();
    await runJobs();
    const [row] = await queryRows(
      app,
      `select data, rest, t2, n1, n2, (select count(*) from crm_pick p where p.record_id = r.id) as picks,
         (select count(*) from crm_unique u where u.record_id = r.id) as keys from crm_record r where id = $1`,
      [record.id],
    );
    expect(row).toEqual({
      data: { name: 'Oaks' },
      rest: {},
      t2: null,
      n1: null,
      n2: null,
      picks: 0,
      keys: 0,
    });
    const history = (await app.get(`/crm/${slug}/${record.id}/history`)).body.collection;
    const won = { id: (options as { id: number }[])[0]?.id, value: 'Won', color: 'green' };
    expect(history).toContainEqual(
      expect.objectContaining({
        kind: 'record.updated',
        changes: { stage: { from: won, to: null } },
        detail: { deletedAttribute: 'stage' },
      }),
    );
    expect(history.at(-1).changes.stage).toEqual({ from: null, to: won });
    const feed = (await changesIn()).filter(({ objectSlug }) => objectSlug === slug);
    expect(feed).toContainEqual(
      expect.objectContaining({
        kind: 'attribute.deleted',
        recordId: null,
        detail: { attributeKey: 'stage', label: 'Stage' },
      }),
    );
    expect((await crm.attribute(slug, { ...stage, label: 'Third' }))['key']).toBe('third');
    const [slot] = await queryRows(app, `select slot from crm_attribute where key = 'third'`);
    expect(slot).toEqual({ slot: 'n1' });
    expect(await listUnrecordedWrites(app)).toEqual([]);
  });

  test('200: a relation on both objects, with its links; a record deleted before comes back without the value', async () => {
    const [deals, firms] = [await crm.object(), await crm.object()];
    await crm.attribute(firms, { label: 'Size', type: 'number' });
    await crm.attribute(deals, {
      label: 'Firm',
      type: 'relation',
      relatedObjectSlug: firms,
      relationType: 'many_to_one',
      relatedObjectLabel: 'Deals',
    });
    const firm = await crm.record(firms, { size: 3 });
    const deal = await crm.record(deals, { firm: [firm.id] });
    expect((await remove(firms, 'deals')).status).toBe(200);
    expect((await app.get(`/crm/${deals}/${deal.id}`)).body.record.attributes).toEqual({});
    await runJobs();
    const history = async (slug: string, id: string) =>
      (await app.get(`/crm/${slug}/${id}/history`)).body.collection[0].changes;
    expect(await history(deals, deal.id)).toEqual({ firm: { from: [firm.id], to: [] } });
    expect(await history(firms, firm.id)).toEqual({ deals: { from: [deal.id], to: [] } });

    await app.delete(`/crm/${firms}/${firm.id}`);
    await remove(firms, 'size');
    await runJobs();
    expect((await app.post(`/crm/${firms}/${firm.id}/restore`)).body.record.attributes).toEqual({});
    expect(await listUnrecordedWrites(app)).toEqual([]);
  });

  test('400: a standard attribute, the one that names records; 403: a user; 404: an unknown one', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Name', type: 'text' });
    await app.patch(`/crm/objects/${slug}`, { primaryAttribute: 'name' });
    expect((await remove('people', 'emails')).status).toBe(400);
    expect((await remove(slug, 'id')).status).toBe(400);
    expect(outcome(await remove(slug, 'name'))).toEqual([
      400,
      'This attribute is the record name. Choose another primaryAttribute first.',
    ]);
    const token = await app.tokenOf('aiko@juniper.example', ['crm:write']);
    expect((await remove(slug, 'name', token)).status).toBe(403);
    expect((await remove(slug, 'colour')).status).toBe(404);
  });
});

describe('archived options', () => {
  test('200: stay on records and in filters, and are refused where they are chosen anew', async () => {
    const slug = await crm.object();
    const two = [{ value: 'Open' }, { value: 'Old' }];
    await crm.attribute(slug, { label: 'Name', type: 'text' });
    const { options } = await crm.attribute(slug, { label: 'Stage', type: 'status', options: two });
    await crm.attribute(slug, { label: 'Tags', type: 'multiselect', options: two });
    const record = await crm.record(slug, { name: 'a', stage: 'Old' });
    const other = await crm.record(slug, { name: 'b', stage: 'Open' });
    const [open, old] = toShownOptions(options);
    const path = `/crm/objects/${slug}/attributes/stage`;
    const { attribute } = (await app.patch(path, { options: [open, { ...old, isArchived: true }] })).body;
    expect(attribute.options[1]).toEqual({ ...old, isArchived: true });
    // A list that does not mention it leaves it archived.
    expect((await app.patch(path, { options: [open, old] })).body.attribute.options[1].isArchived).toBe(true);

    expect((await app.get(`/crm/${slug}/${record.id}`)).body.record.attributes.stage).toEqual(old);
    expect((await app.get(`/crm/${slug}?filter[stage]=Old`)).body.pagination.total).toBe(1);
    const sentence = 'The option Old is archived and can’t be chosen.';
    expect((await app.post(`/crm/${slug}`, { stage: 'Old' })).body.errors).toEqual({ stage: [sentence] });
    expect((await app.patch(`/crm/${slug}/${other.id}`, { stage: old })).body.errors).toEqual({
      stage: [sentence],
    });
    expect((await app.patch(`/crm/${slug}/${record.id}`, { stage: old, name: 'c' })).status).toBe(200);

    const file = (await app.get(`/crm/${slug}/export`)).body as string;
    expect(file).toContain(',Old,');
    expect(await files.run(slug, file, '?matchingAttribute=id')).toMatchObject({ failed: 0 });
    const copied = await files.run(slug, file);
    expect(copied).toMatchObject({ created: 2, partial: 1, failed: 0 });
    expect(copied.errors[0].errors).toEqual({ stage: [sentence] });

    const merge = { survivorId: other.id, mergedId: record.id, values: { stage: 'merged' } };
    expect((await app.post(`/crm/${slug}/merge`, merge)).status).toBe(201);
    expect((await app.get(`/crm/${slug}/${other.id}`)).body.record.attributes.stage).toEqual(old);
    await app.patch(path, { options: [open, { ...old, isArchived: false }] });
    expect((await app.post(`/crm/${slug}`, { stage: 'Old' })).status).toBe(201);
  });
});

import { describe, expect, test, vi } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { queryRows, createTestCrm, findWorkspaceId } from '../test-crm.ts';
import { createTestImport } from '../test-import.ts';
import { runImport } from './run-import.ts';

const app = useApp();
const crm = createTestCrm(app);
const files = createTestImport(app);

async function coded(): Promise<string> {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Code', type: 'text', isUnique: true });
  await crm.attribute(slug, { label: 'Amount', type: 'number' });
  return slug;
}

const total = async (slug: string): Promise<number> =>
  (await app.get(`/crm/${slug}?count=1`)).body.pagination.total;

const amounts = async (slug: string, code: string): Promise<number[]> =>
  (await app.get(`/crm/${slug}?filter[code]=${code}`)).body.collection.map(
    ({ attributes }: { attributes: { amount: number } }) => attributes.amount,
  );

describe('batches of an import', () => {
  test('of two rows with the same unique value the first one is written, also across batches', async () => {
    const slug = await coded();
    const lines = Array.from({ length: 4000 }, (_, n) => `k${n % 1990},${n}`);
    const done = await files.run(slug, ['code,amount', ...lines].join('\n'));
    expect(done).toMatchObject({ status: 'completed', created: 1990, failed: 2010, rowsTotal: 4000 });
    expect(await total(slug)).toBe(1990);
    expect(await amounts(slug, 'k999')).toEqual([999]);
    const errors = await queryRows<{ row_number: number }>(
      app,
      'select row_number from crm_import_error where import_id = $1 order by row_number',
      [done.id],
    );
    expect(errors.map((row) => row.row_number)).toEqual(Array.from({ length: 2010 }, (_, n) => n + 1991));
  });

  test('of several rows with the same matching value the last one wins, also across batches', async () => {
    const slug = await coded();
    const lines = Array.from({ length: 3500 }, (_, n) => `k${n % 995},${n}`);
    const done = await files.run(slug, ['code,amount', ...lines].join('\n'), '?matchingAttribute=code');
    expect(done).toMatchObject({ status: 'completed', created: 995, updated: 2505, failed: 0 });
    expect(await amounts(slug, 'k0')).toEqual([2985]);
    expect(await amounts(slug, 'k514')).toEqual([3499]);
    expect(await total(slug)).toBe(995);
  });

  test('two concurrent imports of the same keys end, and create one record for each key', async () => {
    const slug = await coded();
    const file = (step: number) =>
      ['code,amount', ...Array.from({ length: 3000 }, (_, n) => `k${(n * step) % 3000},${n}`)].join('\n');
    const both = await Promise.all([files.run(slug, file(1)), files.run(slug, file(2999))]);
    expect(both.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(both[0].created + both[1].created).toBe(3000);
    expect(await total(slug)).toBe(3000);
  });

  test('follow each other, and one whose worker lost its lease is rolled back', async () => {
    const slug = await coded();
    const lines = Array.from({ length: 2500 }, (_, n) => `k${n},${n}`);
    const { body } = await files.send(slug, ['code,amount', ...lines].join('\n'));
    const { id } = body.import;
    const blocker = await app.runtime.database.pool.connect();
    // Another transaction is about to use a value of the second batch.
    await blocker.query(`begin; set local daybook.workspace = '*'`);
    await blocker.query(
      `insert into crm_unique (workspace_id, attribute_id, key_norm, object_id, record_id)
       select a.workspace_id, a.id, 'k1500', a.object_id, r.id from crm_attribute a
       join crm_object o on o.id = a.object_id join crm_record r on r.workspace_id = a.workspace_id
       where o.slug = $1 and a.key = 'code' limit 1`,
      [slug],
    );
    const run = runImport(app.runtime, { workspaceId: await findWorkspaceId(app), importId: id });
    const sessions = (where: string) =>
      queryRows(app, `select pid from pg_stat_activity where datname = current_database() and ${where}`);
    await vi.waitUntil(async () => (await sessions(`wait_event_type = 'Lock'`)).length > 0, {
      timeout: 20_000,
    });
    // The first batch is committed, and no transaction but that of the blocker stays idle, as one would that waited in memory.
    expect(await total(slug)).toBe(1000);
    const areIdle = async () => (await sessions(`state = 'idle in transaction'`)).length;
    await vi.waitUntil(async () => (await areIdle()) === 1, { timeout: 10_000 });
    await queryRows(app, 'update crm_import set worker = gen_random_uuid() where id = $1', [id]);
    await blocker.query('rollback');
    blocker.release();
    expect(await run).toBe(false);
    expect(await total(slug)).toBe(1000);
    expect((await app.get(`/crm/imports/${id}`)).body.import).toMatchObject({
      rowsDone: 1000,
      status: 'running',
    });
  });
});

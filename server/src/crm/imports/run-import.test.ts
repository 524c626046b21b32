import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { rows, testCrm } from '../test-crm.ts';
import { testImport } from '../test-import.ts';

const app = useApp();
const crm = testCrm(app);
const files = testImport(app);

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

describe('batches of an import that overlap', () => {
  test('a unique value in neighbouring batches goes to the row that comes first', async () => {
    const slug = await coded();
    const lines = Array.from({ length: 4000 }, (_, n) => `k${n % 1990},${n}`);
    const done = await files.run(slug, ['code,amount', ...lines].join('\n'));
    expect(done).toMatchObject({ status: 'completed', created: 1990, failed: 2010, rowsTotal: 4000 });
    expect(await total(slug)).toBe(1990);
    expect(await amounts(slug, 'k999')).toEqual([999]);
    const errors = await rows<{ row_number: number }>(
      app,
      'select row_number from crm_import_error where import_id = $1 order by row_number',
      [done.id],
    );
    expect(errors.map((row) => row.row_number)).toEqual(Array.from({ length: 2010 }, (_, n) => n + 1991));
  });

  test('where rows are matched, the last one in the file has its way', async () => {
    const slug = await coded();
    const lines = Array.from({ length: 3500 }, (_, n) => `k${n % 995},${n}`);
    const done = await files.run(slug, ['code,amount', ...lines].join('\n'), '?matchingAttribute=code');
    expect(done).toMatchObject({ status: 'completed', created: 995, updated: 2505, failed: 0 });
    expect(await amounts(slug, 'k0')).toEqual([2985]);
    expect(await amounts(slug, 'k514')).toEqual([3499]);
    expect(await total(slug)).toBe(995);
  });

  test('two imports of the same keys at once end, and make one record of each', async () => {
    const slug = await coded();
    const file = (step: number) =>
      ['code,amount', ...Array.from({ length: 3000 }, (_, n) => `k${(n * step) % 3000},${n}`)].join('\n');
    const both = await Promise.all([files.run(slug, file(1)), files.run(slug, file(2999))]);
    expect(both.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(both[0].created + both[1].created).toBe(3000);
    expect(await total(slug)).toBe(3000);
  });
});

test('keys to records are looked up by the primary key, also where nothing is known of the table yet', async () => {
  const client = await app.runtime.database.pool.connect();
  await client.query('begin; set local plan_cache_mode = force_generic_plan');
  await client.query(`prepare key_check(uuid, uuid, uuid) as
    select 1 from only crm_record x where workspace_id = $1 and object_id = $2 and id = $3 for key share of x`);
  const id = 'gen_random_uuid()';
  const plan = await client.query(`explain execute key_check(${id}, ${id}, ${id})`);
  await client.query('rollback; deallocate key_check');
  client.release();
  expect(JSON.stringify(plan.rows)).toContain('crm_record_pkey');
});

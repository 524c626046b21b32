import { expect, test, vi } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { queryRows, createTestCrm } from '../test-crm.ts';
import { purgeDeleted } from './purge-deleted.ts';

const app = useApp();
const crm = createTestCrm(app);

async function deals(count: number): Promise<string> {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Code', type: 'text' });
  const records = Array.from({ length: count }, (_, n) => ({ code: `c${n}` }));
  await app.post(`/crm/${slug}/bulk`, { records });
  return slug;
}

const makeUnique = (slug: string) => app.patch(`/crm/objects/${slug}/attributes/code`, { isUnique: true });
const codesOf = (slug: string) =>
  queryRows<{ code: string; times: number }>(
    app,
    `select lower(r.data ->> 'code') as code, count(*) as times from crm_record r
     join crm_object o on o.id = r.object_id where o.slug = $1 group by 1 having count(*) > 1`,
    [slug],
  );
const claimsOf = (slug: string) =>
  queryRows(
    app,
    `select from crm_unique u join crm_attribute a on a.id = u.attribute_id join crm_object o on o.id = a.object_id
     where o.slug = $1`,
    [slug],
  );

test('records are created and changed while the values of the others are checked, and their keys are refused already', async () => {
  const slug = await deals(700);
  const { collection } = (await app.get(`/crm/${slug}?filter[code]=c600`)).body;
  const client = await app.runtime.database.pool.connect();
  try {
    await client.query(`begin; set local daybook.workspace = '*'`);
    await client.query('select from crm_record where id = $1 for update', [collection[0].id]);
    let isDone = false;
    const changed = makeUnique(slug).finally(() => (isDone = true));
    await vi.waitFor(async () => expect(await claimsOf(slug)).toHaveLength(500), 10_000);
    expect((await app.post(`/crm/${slug}`, { code: 'new' })).status).toBe(201);
    expect((await app.post(`/crm/${slug}`, { code: 'C7' })).status).toBe(400);
    expect((await app.get(`/crm/objects/${slug}`)).body.object.attributes.at(-1).isUnique).toBe(false);
    expect(isDone).toBe(false);
    await client.query('rollback');
    expect((await changed).body.attribute.isUnique).toBe(true);
  } finally {
    client.release();
  }
  expect((await app.post(`/crm/${slug}`, { code: 'c699' })).status).toBe(400);
  expect(await claimsOf(slug)).toHaveLength(701);
});

test('with writers at the same time, no value is there twice once it is unique', async () => {
  for (let round = 0; round < 5; round += 1) {
    const slug = await deals(30);
    const { collection } = (await app.get(`/crm/${slug}?count=10`)).body;
    const writes = collection.map(({ id }: { id: string }, n: number) =>
      n % 2 === 0
        ? app.patch(`/crm/${slug}/${id}`, { code: `C${29 - n}` })
        : app.post(`/crm/${slug}`, { code: `c${n}` }),
    );
    const [answer] = await Promise.all([makeUnique(slug), ...writes]);
    const twice = await codesOf(slug);
    expect([answer.status, twice.length > 0]).toEqual(answer.status === 200 ? [200, false] : [400, true]);
    expect(await claimsOf(slug)).toHaveLength(answer.status === 200 ? await countOf(slug) : 0);
  }
});

const countOf = async (slug: string): Promise<number> =>
  (await app.get(`/crm/${slug}`)).body.pagination.total;

test('what a process that died has left behind is removed, and a build that another one replaced can’t finish', async () => {
  const slug = await deals(3);
  await queryRows(
    app,
    `update crm_attribute set unique_build = gen_random_uuid(), unique_build_at = now() - interval '3 hours'
     where object_id = (select id from crm_object where slug = $1)`,
    [slug],
  );
  await queryRows(app, 'update crm_object set revision = gen_random_uuid() where slug = $1', [slug]);
  await crm.record(slug, { code: 'x' });
  expect((await app.post(`/crm/${slug}`, { code: 'X' })).status).toBe(400);
  await purgeDeleted(app.runtime);
  expect(await claimsOf(slug)).toEqual([]);
  expect((await app.post(`/crm/${slug}`, { code: 'X' })).status).toBe(201);
  const both = await Promise.all([makeUnique(slug), makeUnique(slug)]);
  expect(both.map(({ status }) => status)).toContain(400);
  expect(both.every(({ status }) => status === 400 || status === 409)).toBe(true);
  expect(await claimsOf(slug)).toEqual([]);
});

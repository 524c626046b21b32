import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createTestCrm } from '../test-crm.ts';
import { createTestImport } from '../test-import.ts';

const app = useApp();
const crm = createTestCrm(app);
const files = createTestImport(app);

describe('GET /crm/{objectSlug}/export', () => {
  test('200: all records in batches, formulas escaped, numbers unchanged; an import reads the file', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Name', type: 'text', isUnique: true });
    await crm.attribute(slug, { label: 'Amount', type: 'number' });
    await crm.attribute(slug, { label: 'Phone', type: 'phone_number' });
    const records = Array.from({ length: 700 }, (_, n) => ({ name: `n${n}`, amount: -n }));
    await app.post(`/crm/${slug}/bulk`, { records });
    const evil = ['=1+1', '+1', '-1', '@sum', 'a "quoted", cell'];
    for (const name of evil) await crm.record(slug, { name, amount: -1.5, phone: '+493012345678' });
    const answer = await app.get(`/crm/${slug}/export`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain(`${slug}.csv`);
    const rows = parse(answer.body, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(705);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(705);
    expect(rows.slice(700).map(({ name }) => name)).toEqual([`'=1+1`, `'+1`, `'-1`, `'@sum`, evil[4]]);
    expect(rows[701]).toMatchObject({ amount: '-1.5', phone: `'+493012345678` });
    const done = await files.run(slug, answer.body, '?matchingAttribute=name');
    expect(done).toMatchObject({ created: 0, updated: 0, failed: 0, rowsDone: 705 });
  });

  test('200: people, with the filters of the list; 403, 404 and 422 before the first byte', async () => {
    const company = await crm.company({ domain: 'export.example', name: '=Export' });
    await crm.person({
      firstName: 'Ex',
      emails: ['a@export.example', 'b@export.example'],
      companyId: company.id,
    });
    const { body } = await app.get('/crm/people/export?filter[company.domain]=export.example');
    const [person, ...more] = parse(body, { columns: true }) as Record<string, string>[];
    expect(more).toEqual([]);
    expect(person).toMatchObject({ emails: 'a@export.example; b@export.example', company: company.id });
    expect((await app.get('/crm/companies/export?search=%3Dexport')).body).toContain(`'=Export`);
    expect((await app.get('/crm/people/export?filter[colour]=x')).status).toBe(422);
    expect((await app.get('/crm/nothing-here/export')).status).toBe(404);
    const token = await app.tokenOf('mara@juniper.example', ['users:read']);
    expect((await app.get('/crm/people/export', { token })).status).toBe(403);
  });

  test('200: with fields, the id and those columns in their order; 422: an unknown one', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Name', type: 'text' });
    await crm.attribute(slug, { label: 'Amount', type: 'number' });
    const { id } = await crm.record(slug, { name: 'Oak', amount: 3 });
    const { body } = await app.get(`/crm/${slug}/export?fields=amount,name,amount`);
    expect(parse(body)).toEqual([
      ['id', 'amount', 'name'],
      [id, '3', 'Oak'],
    ]);
    const timed = await app.get(`/crm/${slug}/export?fields=updated_at`);
    expect(parse(timed.body)[0]).toEqual(['id', 'updated_at']);
    expect((await app.get(`/crm/${slug}/export?fields=colour`)).body.errors).toHaveProperty('fields');
  });
});

describe('POST /crm/{objectSlug}/export', () => {
  test('200: records of a nested filter, in order, over several batches', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Name', type: 'text' });
    await crm.attribute(slug, { label: 'Amount', type: 'number' });
    const records = Array.from({ length: 620 }, (_, n) => ({ name: `n${n}`, amount: n }));
    await app.post(`/crm/${slug}/bulk`, { records });
    const filter = { or: [{ amount: { lt: 600 } }, { not: { name: { starts_with: 'n6' } } }] };
    const { status, body, headers } = await app.post(`/crm/${slug}/export`, {
      filter,
      sort: '-amount',
      fields: ['amount'],
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const amounts = (parse(body, { columns: true }) as { amount: string }[]).map(({ amount }) => amount);
    expect([amounts.length, amounts[0], amounts.at(-1)]).toEqual([600, '599', '0']);
  });

  test('200: people and companies; 422 with every wrong field, 403 for users', async () => {
    await crm.person({ firstName: 'Nested', emails: ['nested@filter.example'] });
    const filter = { or: [{ emails: 'nested@filter.example' }] };
    const people = await app.post('/crm/people/export', { filter, fields: ['firstName'] });
    expect((parse(people.body) as string[][]).map(([, ...cells]) => cells)).toEqual([
      ['firstName'],
      ['Nested'],
    ]);
    expect((await app.post('/crm/companies/export', {})).body).toContain('domain');
    const wrong = { filter: { colour: 1 }, sort: 'size', fields: ['weight'] };
    const { status, body } = await app.post('/crm/people/export', wrong);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['fields', 'filter.colour', 'sort']]);
    const token = await app.tokenOf('aiko@juniper.example', ['crm:write']);
    expect((await app.post('/crm/people/export', {}, { token })).status).toBe(403);
  });
});

test('Idempotency-Key: a repeated export is in the audit log once, and another one is refused', async () => {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Name', type: 'text' });
  await crm.record(slug, { name: 'Oak' });
  const send = (path: string, body: object, key: string) =>
    app.post(path, body, { headers: { 'idempotency-key': key } });
  for (const [path, object] of [
    [`/crm/${slug}/export`, slug],
    ['/crm/people/export', 'people'],
    ['/crm/companies/export', 'companies'],
  ] as const) {
    const key = `export-${object}`;
    const countLog = async () =>
      (await app.get(`/audit-log?action=crm_object.exported&object=${object}`)).body.collection.length;
    const before = await countLog();
    const both = await Promise.all([send(path, {}, key), send(path, {}, key)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[1].body).toBe(both[0].body);
    const replayed = both.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replayed).toHaveLength(1);
    expect(await countLog()).toBe(before + 1);
    const other = await send(path, { fields: ['id'] }, key);
    expect([other.status, other.body.message]).toEqual([
      409,
      'This Idempotency-Key was already used for a different request.',
    ]);
  }
  expect((await send(`/crm/${slug}/export`, {}, 'x'.repeat(256))).status).toBe(400);
});

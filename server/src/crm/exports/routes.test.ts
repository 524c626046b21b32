import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { testCrm } from '../test-crm.ts';
import { testImport } from '../test-import.ts';

const app = useApp();
const crm = testCrm(app);
const files = testImport(app);

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
});

import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createTestCrm } from '../test-crm.ts';
import { createTestImport } from '../test-import.ts';

const app = useApp();
const crm = createTestCrm(app);
const files = createTestImport(app);

async function deals(): Promise<string> {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Amount', type: 'number' });
  await crm.attribute(slug, { label: 'Due', type: 'date' });
  return slug;
}

const valuesOf = async (slug: string): Promise<unknown[][]> =>
  (await app.get(`/crm/${slug}`)).body.collection.map(
    ({ attributes }: { attributes: Record<string, unknown> }) => [
      attributes['amount'] ?? null,
      attributes['due'] ?? null,
    ],
  );

describe('numbers and dates of a file', () => {
  test.each([
    [
      '1.234,56;31.12.2026\n1.234;1.2.2026\n-7;',
      [
        [1234.56, '2026-12-31'],
        [1234, '2026-02-01'],
        [-7, null],
      ],
    ],
    [
      '1,234.56;12/31/2026\n1,234;01/02/2026',
      [
        [1234.56, '2026-12-31'],
        [1234, '2026-01-02'],
      ],
    ],
    [
      '1.234;2026-02-01\n0.5;2026-12-31',
      [
        [1.234, '2026-02-01'],
        [0.5, '2026-12-31'],
      ],
    ],
    [
      "1'234.5;2026/2/1\n1 000;03/03/2026",
      [
        [1234.5, '2026-02-01'],
        [1000, '2026-03-03'],
      ],
    ],
  ])('201: %j are read in the notation that all cells of the column show', async (rows, expected) => {
    const slug = await deals();
    expect(await files.run(slug, `amount;due\n${rows}`)).toMatchObject({ status: 'completed', failed: 0 });
    expect(await valuesOf(slug)).toEqual(expected);
  });

  test('201: a column that can be read in two ways is refused with a sentence, and nothing is written', async () => {
    const slug = await deals();
    const unclear = await files.run(slug, 'Amount;Due\n5;31/12/2026\n"1,234";01/02/2026');
    expect(unclear).toMatchObject({
      status: 'failed',
      created: 0,
      message:
        'The column Amount is ambiguous: 1,234 can mean a decimal number or one with thousands. Upload the file again with decimal=. or decimal=,.',
    });
    const mixed = await files.run(slug, 'Amount;Due\n1,5;13/02/2026\n1.5;02/13/2026');
    expect(mixed.message).toBe(
      'The column Amount has numbers in different formats, such as 1,5 and 1.5. Upload the file again with decimal=. or decimal=,. ' +
        'The column Due has dates in different formats, such as 13/02/2026 and 02/13/2026. Upload the file again with dateOrder=dmy or dateOrder=mdy.',
    );
    expect(await valuesOf(slug)).toEqual([]);
  });

  test('201: decimal and dateOrder say it, and a cell in another notation is the error of its row', async () => {
    const slug = await deals();
    const query = '?decimal=,&dateOrder=mdy';
    const done = await files.run(slug, 'amount;due\n1,234;01/02/2026\n1.5;x\nmany;13/13/2026', query);
    expect(done).toMatchObject({ status: 'completed', created: 1, failed: 2 });
    expect(done.errors[0].message).toBe('amount must be a finite number. due must be a date as YYYY-MM-DD.');
    expect(await valuesOf(slug)).toEqual([[1.234, '2026-01-02']]);
    expect((await files.send(slug, 'amount\n1', '?decimal=x&dateOrder=ymd')).body.errors).toMatchObject({
      decimal: ['Must be a point or a comma.'],
      dateOrder: ['Must be dmy or mdy.'],
    });
  });
});

describe('partners and users of a file', () => {
  test('201: by id, unique value or name; unknown and ambiguous ones are left out and reported', async () => {
    const slug = await crm.object();
    const projects = await crm.object();
    await crm.attribute(projects, { label: 'Title', type: 'text' });
    await app.patch(`/crm/objects/${projects}`, { primaryAttribute: 'title' });
    await crm.attribute(slug, { label: 'Name', type: 'text' });
    const relation = { type: 'relation', relationType: 'many_to_many' };
    await crm.attribute(slug, { ...relation, label: 'Firms', relatedObjectSlug: 'companies' });
    await crm.attribute(slug, { ...relation, label: 'Contacts', relatedObjectSlug: 'people' });
    await crm.attribute(slug, { ...relation, label: 'Projects', relatedObjectSlug: projects });
    await crm.attribute(slug, { label: 'Owner', type: 'user' });
    const oak = await crm.company({ domain: 'oak.example', name: 'Oak; Sons' });
    const ana = await crm.person({ firstName: 'Ana', lastName: 'Ruiz', emails: ['ana@oak.example'] });
    const roof = await crm.record(projects, { title: 'Röof' });
    await crm.record(projects, { title: 'Twin' });
    await crm.record(projects, { title: 'Twin' });
    const { uuid } = (await app.get('/organizations/users')).body.collection.find(
      ({ email }: { email: string }) => email === 'mara@juniper.example',
    );
    const cells = (...row: string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    const file = [
      'name,firms,contacts,projects,owner',
      cells('a', 'OAK.example', 'Ana@oak.example', 'roof', 'Mara@juniper.example'),
      cells('b', '"Oak; Sons"', 'ana ruiz', roof.id, uuid),
      cells('c', 'Elm', '', 'Twin', 'nobody@juniper.example'),
    ].join('\n');
    const done = await files.run(slug, file);
    expect(done).toMatchObject({ created: 3, failed: 0, partial: 1 });
    const { message } = done.errors[0];
    expect(message).toContain('firms: no companies record has the name or unique value "Elm".');
    expect(message).toMatch(
      /projects: several records have the name "Twin": [\w-]+, [\w-]+\. Use an id instead\./,
    );
    expect(message).toContain(
      'owner: no user in this workspace has the email address "nobody@juniper.example".',
    );
    const linked = { firms: [oak.id], contacts: [ana.id], projects: [roof.id], owner: [uuid] };
    const { collection } = (await app.get(`/crm/${slug}`)).body;
    const none = { firms: [], contacts: [], projects: [], owner: [] };
    expect(collection).toMatchObject([linked, linked, none].map((attributes) => ({ attributes })));
  });

  test('201: the company of a person by domain or name, also in NDJSON', async () => {
    const company = await crm.company({ domain: 'elm.example', name: 'Elm' });
    const csv = 'first name,email,company\nIda,ida@mail.example,ELM.example\nBo,bo@mail.example,elm';
    expect(await files.run('people', csv)).toMatchObject({ created: 2, failed: 0 });
    const line = JSON.stringify({ firstName: 'Cy', emails: ['cy@mail.example'], companyId: 'Elm' });
    expect(await files.run('people', line, '', 'application/x-ndjson')).toMatchObject({
      created: 1,
      failed: 0,
    });
    const found = (await app.get(`/crm/people?filter[company]=${company.id}`)).body.collection;
    expect(found.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Ida', 'Bo', 'Cy']);
  });
});

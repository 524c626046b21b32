import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createTestCrm } from '../test-crm.ts';
import { createTestImport } from '../test-import.ts';

const app = useApp();
const crm = createTestCrm(app);
const files = createTestImport(app);

const recordsOf = async (slug: string) =>
  (await app.get(`/crm/${slug}?sort=code`)).body.collection.map(
    ({ attributes }: { attributes: Record<string, unknown> }) => attributes,
  );
const personWith = async (email: string) =>
  (await app.get(`/crm/people?filter[emails]=${email}`)).body.collection[0];

describe('a row with a bad value', () => {
  test('201: keeps the person and reports the field; of a list, the good items', async () => {
    const rows = [
      'firstName,emails,phoneNumber,companyId',
      'Ines,ines@bad.example,+48 12,',
      'Leo,leo@bad.example;no address,+493012345678,Nowhere GmbH',
      ',not an address,,',
    ];
    const done = await files.run('people', rows.join('\n'));
    expect(done).toMatchObject({ status: 'completed', created: 2, failed: 1, partial: 2 });
    expect(done.errors).toMatchObject([
      {
        row: 1,
        status: 'partial',
        errors: { phoneNumber: [expect.stringContaining('phoneNumber must be')] },
      },
      {
        row: 2,
        status: 'partial',
        errors: {
          emails: [expect.stringContaining('emails must be')],
          company: ['company: no companies record has the name or unique value "Nowhere GmbH".'],
        },
      },
      { row: 3, status: 'failed', message: expect.stringContaining('emails must be') },
    ]);
    expect(await personWith('ines@bad.example')).toMatchObject({ firstName: 'Ines', phoneNumber: null });
    expect(await personWith('leo@bad.example')).toMatchObject({
      emails: ['leo@bad.example'],
      phoneNumber: '+493012345678',
      company: null,
    });
    const listed = await app.get(`/crm/imports/${done.id}/errors`);
    expect(listed.body.pagination.total).toBe(3);
  });

  test('201: fails where the value is required or matched by, and leaves what a record had', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Code', type: 'text', isUnique: true });
    await crm.attribute(slug, { label: 'Due', type: 'date', isRequired: true });
    await crm.attribute(slug, { label: 'Amount', type: 'number' });
    await crm.record(slug, { code: 'a', due: '2027-01-01', amount: 1 });
    const rows = ['code,due,amount', 'a,2027-02-02,many', 'a,soon,2', 'b,soon,3', 'c,2027-03-03,many'];
    const query = '?matchingAttribute=code&dateOrder=dmy&decimal=.';
    const done = await files.run(slug, rows.join('\n'), query);
    expect(done).toMatchObject({ created: 1, updated: 1, failed: 2, partial: 2 });
    expect(done.errors.map(({ status }: { status: string }) => status)).toEqual([
      'partial',
      'failed',
      'failed',
      'partial',
    ]);
    expect(await recordsOf(slug)).toMatchObject([
      { code: 'a', due: '2027-02-02', amount: 1 },
      { code: 'c', due: '2027-03-03', amount: null },
    ]);
    const address = ['emails,phoneNumber', 'no address,+493012345678'].join('\n');
    expect(await files.run('people', address, '?matchingAttribute=emails')).toMatchObject({ failed: 1 });
  });

  test('201: an archived option is left out, a taken unique value still fails, and a dry run says the same', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Code', type: 'text', isUnique: true });
    const stage = await crm.attribute(slug, {
      label: 'Stage',
      type: 'select',
      options: [{ value: 'New' }, { value: 'Old' }],
    });
    const options = (stage.options as { value: string }[]).map((option) => ({
      ...option,
      isArchived: option.value === 'Old',
    }));
    expect((await app.patch(`/crm/objects/${slug}/attributes/${stage.key}`, { options })).status).toBe(200);
    const file = ['code,stage', 'a,Old', 'b,New', 'a,New'].join('\n');
    const counts = { created: 2, failed: 1, partial: 1 };
    expect(await files.run(slug, file, '?dryRun=true')).toMatchObject(counts);
    const done = await files.run(slug, file);
    expect(done).toMatchObject(counts);
    expect(done.errors).toMatchObject([
      { row: 1, status: 'partial', errors: { stage: [expect.stringContaining('archived')] } },
      { row: 3, status: 'failed' },
    ]);
    expect(await recordsOf(slug)).toMatchObject([
      { code: 'a', stage: null },
      { code: 'b', stage: { value: 'New' } },
    ]);
  });

  test('201: NDJSON keeps the good fields of nested objects', async () => {
    const line = JSON.stringify({
      firstName: 'Ann',
      emails: ['ann@bad.example'],
      socials: { linkedin: 'ann', twitter: 5 },
    });
    const done = await files.run('people', line, '', 'application/x-ndjson');
    expect(done).toMatchObject({
      created: 1,
      partial: 1,
      errors: [{ errors: { twitter: [expect.any(String)] } }],
    });
    expect(await personWith('ann@bad.example')).toMatchObject({ socials: { linkedin: 'ann' } });
  });
});

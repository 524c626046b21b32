import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { ownerToken } from '../../../test/runtime.ts';
import { findObjectAddress, createTestCrm, listUnrecordedWrites } from '../test-crm.ts';
import { createTestImport } from '../test-import.ts';
import { clearOptions } from '../upkeep/clear-options.ts';

const app = useApp({ config: { importLimitBytes: 8 * 1024 * 1024 } });
const crm = createTestCrm(app);
const files = createTestImport(app);

async function deals(): Promise<string> {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Code', type: 'text', isUnique: true });
  await crm.attribute(slug, { label: 'Deal title', type: 'text' });
  await crm.attribute(slug, { label: 'Amount', type: 'number' });
  await crm.attribute(slug, { label: 'Won', type: 'checkbox' });
  await crm.attribute(slug, {
    label: 'Tags',
    type: 'multiselect',
    options: [{ value: 'Red' }, { value: 'Blue' }],
  });
  return slug;
}

const list = async (slug: string): Promise<Record<string, unknown>[]> =>
  (await app.get(`/crm/${slug}?sort=code&count=100`)).body.collection.map(
    ({ attributes }: { attributes: Record<string, unknown> }) => attributes,
  );

describe('POST /crm/{objectSlug}/import', () => {
  test('201: CSV by keys and labels, with quotes, line breaks, another delimiter and a byte order mark', async () => {
    const slug = await deals();
    const file = `\uFEFFCODE;deal title;Amount;Won;Tags;Unknown\r\na;"Says ""hi"",\r\nthen; leaves";1.5;yes;Red; Blue\r\n\r\nb;;-2;no;"Red; Blue";x\r\n`;
    const sent = await files.send(slug, file);
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      success: true,
      import: { status: 'pending', rowsTotal: 2, dryRun: false },
    });
    expect(sent.body.import.columns).toContainEqual({ column: 'Unknown', key: null });
    const done = await files.work(sent.body.import.id);
    expect(done).toMatchObject({
      status: 'completed',
      rowsTotal: 2,
      rowsDone: 2,
      created: 2,
      failed: 0,
      errors: [],
    });
    expect(await list(slug)).toMatchObject([
      {
        code: 'a',
        deal_title: 'Says "hi",\r\nthen; leaves',
        amount: 1.5,
        won: true,
        tags: [{ value: 'Red' }],
      },
      { code: 'b', deal_title: null, amount: -2, won: false, tags: [{ value: 'Red' }, { value: 'Blue' }] },
    ]);
    expect((await app.get('/crm/imports')).body.collection[0].id).toBe(done.id);
  });

  test('201: updates by a matching attribute, empty cells change nothing; errors by row', async () => {
    const slug = await deals();
    await crm.record(slug, { code: 'a', deal_title: 'Kept', amount: 1 });
    const rows = ['Code,Title of it,Amount', 'A,,5', 'b,New,many', 'c,Third,3', ',None,1', 'd,Too,1,many'];
    const query = `?matchingAttribute=code&mapping=${encodeURIComponent('{"Title of it":"deal_title"}')}`;
    const done = await files.run(slug, rows.join('\n'), query);
    expect(done).toMatchObject({
      status: 'completed',
      rowsDone: 5,
      created: 2,
      updated: 1,
      failed: 2,
      partial: 1,
    });
    expect(done.errors.map(({ row, status }: { row: number; status: string }) => [row, status])).toEqual([
      [2, 'partial'],
      [4, 'failed'],
      [5, 'failed'],
    ]);
    expect(done.errors[0].message).toBe('amount must be a finite number.');
    const errors = await app.get(`/crm/imports/${done.id}/errors?count=2&page=2`);
    expect(errors.body).toMatchObject({ collection: [{ row: 5 }], pagination: { total: 3 } });
    expect((await list(slug))[0]).toMatchObject({ code: 'A', deal_title: 'Kept', amount: 5 });
  });

  test('201: the name of a person gives its parts, unless the row has them; columns of the same name are mapped in turn', async () => {
    const rows = [
      'Full name,E-mail,First name,Mail',
      'Ines van der Okafor,ines@named.example,,',
      '"Brandt, Leo",leo@named.example,,',
      'Somebody Else,kim@named.example,Kim,',
      'Uma,,,uma@named.example',
    ];
    expect(await files.run('people', rows.join('\n'))).toMatchObject({ created: 4, failed: 0 });
    const named = async (email: string) =>
      (await app.get(`/crm/people?filter[emails]=${email}@named.example`)).body.collection[0];
    expect(await named('ines')).toMatchObject({ firstName: 'Ines', lastName: 'van der Okafor' });
    expect(await named('leo')).toMatchObject({ firstName: 'Leo', lastName: 'Brandt' });
    expect(await named('kim')).toMatchObject({ firstName: 'Kim', lastName: null });

    const slug = await deals();
    const mapping = encodeURIComponent(JSON.stringify(['code', null, 'deal_title']));
    const done = await files.run(slug, 'Code,Title,Title\na,One,Two', `?mapping=${mapping}`);
    expect(done).toMatchObject({ created: 1 });
    expect(await list(slug)).toMatchObject([{ code: 'a', deal_title: 'Two' }]);
    const short = await files.send(slug, 'Code,Title\na,One', '?mapping=%5B%22code%22%5D');
    expect([short.status, short.body.errors]).toEqual([
      422,
      { mapping: ['Must have a key or null for each of the 2 columns.'] },
    ]);
  });

  test('201: NDJSON in the shapes of the API; an error for each line that is not an object', async () => {
    const lines = [
      JSON.stringify({ firstName: 'Ann', emails: ['ann@lines.example'], socials: { linkedin: 'ann' } }),
      '{"firstName": ',
      '[1]',
      JSON.stringify({ firstName: 'Nul\0', emails: ['nul@lines.example'] }),
      JSON.stringify({ lastName: 'Berg', emails: ['ANN@lines.example'] }),
    ];
    const query = '?matchingAttribute=emails';
    const done = await files.run('people', lines.join('\n'), query, 'application/x-ndjson');
    expect(done).toMatchObject({ created: 1, updated: 1, failed: 3 });
    const found = (await app.get('/crm/people?filter[emails]=ann@lines.example')).body.collection;
    expect(found).toMatchObject([{ firstName: 'Ann', lastName: 'Berg', socials: { linkedin: 'ann' } }]);
  });

  test('201, 400: an unclosed quote is an error; rows that have only delimiters are skipped', async () => {
    const slug = await deals();
    const rest = await files.run(slug, 'code,amount\na,1\n,\n"  ",\n\n,,\n');
    expect(rest).toMatchObject({ status: 'completed', rowsTotal: 1, rowsDone: 1, created: 1, failed: 0 });
    const message = 'The file ends inside a quoted cell: a closing quote is missing.';
    const open = await files.run(slug, 'code,amount\n"b,1\nc,2');
    expect(open).toMatchObject({ status: 'failed', message, created: 0 });
    const long = await files.run(slug, `code,amount\n${'x'.repeat(1_100_000)},1`);
    expect(long).toMatchObject({ status: 'failed', message: 'A row is longer than 1 MB.' });
    const header = await files.send(slug, '"code,amount\na,1');
    expect([header.status, header.body.message]).toEqual([400, message]);
  });

  test('201: a dry run reports the outcome of each row and writes nothing', async () => {
    const slug = await deals();
    await crm.record(slug, { code: 'a', amount: 1 });
    const done = await files.run(slug, 'code,amount\na,2\nb,3\nc,x', '?matchingAttribute=code&dryRun=true');
    expect(done).toMatchObject({ status: 'completed', dryRun: true, created: 2, updated: 1, partial: 1 });
    expect(await list(slug)).toMatchObject([{ code: 'a', amount: 1 }]);
    expect((await app.post(`/crm/imports/${done.id}/undo`)).status).toBe(409);
  });

  test('201: a dry run of several batches reports a repeated unique value with the row that had it first', async () => {
    const slug = await deals();
    const ada = await crm.person({ firstName: 'Ada', emails: ['ada@batches.example'] });
    const rows = Array.from({ length: 1_200 }, (_, n) => `k${n},${n}`);
    const file = ['code,amount', ...rows, 'K7,1', 'k1100,1', 'k7,2'].join('\n');
    const dry = await files.run(slug, file, '?dryRun=true');
    expect(dry).toMatchObject({ created: 1_200, updated: 0, failed: 3 });
    expect(dry.errors.map(({ message }: { message: string }) => message)).toEqual([
      'code must be unique: "k7" is already used by row 8.',
      'code must be unique: "k1100" is already used by row 1101.',
      'code must be unique: "k7" is already used by row 8.',
    ]);
    const upsert = await files.run(slug, file, '?dryRun=true&matchingAttribute=code');
    expect(upsert).toMatchObject({ created: 1_200, updated: 3, failed: 0 });
    expect((await app.get(`/crm/${slug}`)).body.pagination.total).toBe(0);

    const people = Array.from({ length: 1_100 }, (_, n) => `p${n}@batches.example`);
    people[0] = 'ada@batches.example; second@batches.example';
    const list = ['emails', ...people, 'SECOND@batches.example'].join('\n');
    const found = await files.run('people', list, '?dryRun=true&matchingAttribute=emails');
    expect(found).toMatchObject({ created: 1_099, updated: 2, failed: 0 });
    expect((await app.get(`/crm/people/${ada.id}`)).body.person.emails).toEqual(['ada@batches.example']);
    const { rows: left } = await app.runtime.database.pool.query('select from crm_import_key');
    expect(left).toEqual([]);
  });

  test('more rows than a batch and more bytes than a chunk are imported once each', async () => {
    const slug = await deals();
    const rows = Array.from({ length: 5_000 }, (_, n) => `k${n},"${'long, '.repeat(20)}é${n}",${n}`);
    const done = await files.run(slug, ['code,Deal title,amount', ...rows].join('\n'));
    expect(done).toMatchObject({ status: 'completed', created: 5_000, rowsTotal: 5_000, failed: 0 });
    const last = await app.get(`/crm/${slug}?sort=-amount&count=1`);
    expect(last.body.pagination.total).toBe(5_000);
    expect(last.body.collection[0].attributes.deal_title).toMatch(/é4999$/);
  });

  test('a repeated request with the same Idempotency-Key is the same import', async () => {
    const slug = await deals();
    const headers = {
      authorization: `Bearer ${ownerToken}`,
      'content-type': 'text/csv',
      'idempotency-key': 'import-once',
    };
    const once = { method: 'POST' as const, url: `/v2/crm/${slug}/import`, headers, payload: 'code\na' };
    const [first, again] = [await app.inject(once), await app.inject(once)];
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  test('400, 413, 415, 422: not UTF-8, no header, too large, another content type, unknown columns', async () => {
    const slug = await deals();
    const status = async (file: string | Buffer, query = '', type = 'text/csv') =>
      (await files.send(slug, file, query, type)).status;
    expect(await status(Buffer.from([0x63, 0x0a, 0xe9]))).toBe(400);
    expect(await status('')).toBe(400);
    expect(await status('x'.repeat(9 * 1024 * 1024))).toBe(413);
    expect(await status('{}', '', 'application/json')).toBe(415);
    expect(await status('this,that\n1,2')).toBe(422);
    expect(await status('code\na', '?mapping=%5B%5D')).toBe(422);
    expect(await status('code\na', `?mapping=${encodeURIComponent('{"code":"colour"}')}`)).toBe(422);
    expect(await status('code\na', '?matchingAttribute=amount')).toBe(422);
    const as415 = await files.send(slug, 'x', '', 'text/plain');
    expect(as415.body.message).toBe('Send a file with Content-Type text/csv or application/x-ndjson.');
    expect((await app.post(`/crm/${slug}/import`)).status).toBe(415);
  });

  test('403: no scope, CRM disabled; 404: unknown object', async () => {
    const token = await app.tokenOf('mara@juniper.example', ['crm:read']);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const denied = await app.inject({
      method: 'POST',
      url: '/v2/crm/people/import',
      headers,
      payload: 'email\na',
    });
    expect(denied.status).toBe(403);
    expect((await files.send('nothing-here', 'code\na')).status).toBe(404);
    expect((await app.get('/crm/imports/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d')).status).toBe(404);
    await app.patch('/organization', { crmEnabled: false });
    expect((await files.send('people', 'email\na')).status).toBe(403);
    expect((await app.get('/crm/imports')).status).toBe(403);
    await app.patch('/organization', { crmEnabled: true });
  });
});

describe('POST /crm/imports/{importId}/undo', () => {
  test('200: created records are deleted, updated values restored, later changes kept', async () => {
    const slug = await deals();
    await crm.record(slug, { code: 'a', deal_title: 'Before', amount: 1, tags: ['Red'] });
    const existing = await crm.record(slug, { code: 'b', deal_title: 'Before', amount: 1 });
    const file = 'code,Deal title,amount,tags\na,After,2,Blue\nb,After,2,\nc,New,3,\nd,New,4,\na,Last,,';
    const done = await files.run(slug, file, '?matchingAttribute=code');
    expect(done).toMatchObject({ created: 2, updated: 3 });
    await app.patch(`/crm/${slug}/${existing.id}`, { amount: 9 });
    const fresh = (await app.get(`/crm/${slug}?filter[code]=d`)).body.collection[0];
    await app.patch(`/crm/${slug}/${fresh.id}`, { amount: 40 });
    const asked = await app.post(`/crm/imports/${done.id}/undo`);
    expect([asked.status, asked.body.import.status]).toEqual([200, 'undoing']);
    // A value of b, and the record d.
    expect(await files.work(done.id)).toMatchObject({ status: 'undone', kept: 2 });
    expect(await list(slug)).toMatchObject([
      { code: 'a', deal_title: 'Before', amount: 1, tags: [{ value: 'Red' }] },
      { code: 'b', deal_title: 'Before', amount: 9 },
      { code: 'd', amount: 40 },
    ]);
    expect((await app.get(`/crm/${slug}?filter[tags]=Red`)).body.pagination.total).toBe(1);
    expect((await app.post(`/crm/imports/${done.id}/undo`)).status).toBe(409);
  });

  test('200: nothing is kept of a record that the file created and updated', async () => {
    const slug = await deals();
    const done = await files.run(slug, 'code,amount\na,1\na,2\na,3', '?matchingAttribute=code');
    expect(done).toMatchObject({ created: 1, updated: 2 });
    await app.post(`/crm/imports/${done.id}/undo`);
    expect(await files.work(done.id)).toMatchObject({ status: 'undone', kept: 0 });
    expect(await list(slug)).toEqual([]);
  });

  test('200: created records are deleted even if one of their options was deleted since', async () => {
    const slug = await deals();
    const done = await files.run(slug, 'code,Deal title,tags\na,New,Red');
    const { body } = await app.get(`/crm/objects/${slug}`);
    const tags = body.object.attributes.find(({ key }: { key: string }) => key === 'tags');
    const [red, blue] = tags.options;
    await app.patch(`/crm/objects/${slug}/attributes/tags`, { options: [blue] });
    const place = await findObjectAddress(app, slug);
    await clearOptions(app.runtime, { ...place, attributeKey: 'tags', optionIds: [red.id] });
    await app.post(`/crm/imports/${done.id}/undo`);
    expect(await files.work(done.id)).toMatchObject({ status: 'undone', kept: 0 });
    expect(await list(slug)).toEqual([]);
  });

  test('200: values are restored even if a former partner was deleted or has another link since', async () => {
    const slug = await deals();
    await crm.attribute(slug, {
      label: 'Twin',
      type: 'relation',
      relatedObjectSlug: slug,
      relationType: 'one_to_one',
      relatedObjectLabel: 'Twin of',
    });
    const make = (code: string, more = {}) => crm.record(slug, { code, deal_title: 'Before', ...more });
    const deleted = await make('deleted');
    const busy = await make('busy');
    const next = [await make('next-1'), await make('next-2')];
    const first = await make('first', { twin: [deleted.id] });
    const second = await make('second', { twin: [busy.id] });
    const file = `code,Deal title,twin\nfirst,After,${next[0]?.id}\nsecond,After,${next[1]?.id}`;
    const done = await files.run(slug, file, '?matchingAttribute=code');
    expect(done).toMatchObject({ updated: 2, failed: 0 });
    await app.delete(`/crm/${slug}/${deleted.id}`);
    await make('other', { twin: [busy.id] });
    await app.post(`/crm/imports/${done.id}/undo`);
    expect(await files.work(done.id)).toMatchObject({ status: 'undone', kept: 2 });
    const read = async (id: string) => (await app.get(`/crm/${slug}/${id}`)).body.record.attributes;
    expect(await read(first.id)).toMatchObject({ deal_title: 'Before', twin: [] });
    expect(await read(second.id)).toMatchObject({ deal_title: 'Before', twin: [next[1]?.id] });
  });
});

test('every write of these tests has a change in its transaction', async () => {
  expect(await listUnrecordedWrites(app)).toEqual([]);
});

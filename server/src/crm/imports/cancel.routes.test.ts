import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { runInWorkspace } from '../../platform/context.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { queryRows, createTestCrm, findWorkspaceId } from '../test-crm.ts';
import { createTestImport } from '../test-import.ts';
import { runImport } from './run-import.ts';
import { endImport, leaseImport } from './store.ts';

const app = useApp();
const crm = createTestCrm(app);
const files = createTestImport(app);

const fileOf = (count: number) =>
  ['code', ...Array.from({ length: count }, (_, n) => `c${String(n).padStart(5, '0')}`)].join('\n');
const cancel = (id: string, token?: string) =>
  app.post(`/crm/imports/${id}/cancel`, undefined, token ? { token } : {});
const countOf = async (slug: string): Promise<number> =>
  (await app.get(`/crm/${slug}`)).body.pagination.total;
const chunksOf = (id: string) => queryRows(app, 'select from crm_import_chunk where import_id = $1', [id]);

async function codes(): Promise<string> {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Code', type: 'text', isUnique: true });
  return slug;
}

describe('POST /crm/imports/{importId}/cancel', () => {
  test('200: one that waits writes nothing, and its file is gone', async () => {
    const slug = await codes();
    const { id } = (await files.send(slug, fileOf(3))).body.import;
    const { status, body } = await cancel(id);
    expect([status, body.import.status]).toEqual([200, 'cancelled']);
    expect(body.import.finishedAt).not.toBeNull();
    expect((await files.work(id)).status).toBe('cancelled');
    expect([await countOf(slug), await chunksOf(id)]).toEqual([0, []]);
    expect((await app.post(`/crm/imports/${id}/undo`)).body.message).toBe('This import changed nothing.');
  });

  test('200: one that runs stops between two batches; what it wrote stays, and can be undone', async () => {
    const slug = await codes();
    const { id } = (await files.send(slug, fileOf(20_000))).body.import;
    const workspaceId = await findWorkspaceId(app);
    const running = runImport(app.runtime, { workspaceId, importId: id });
    let done = 0;
    while (done === 0) done = (await app.get(`/crm/imports/${id}`)).body.import.rowsDone;
    const answer = await cancel(id);
    await running;
    expect([answer.status, answer.body.import.status]).toEqual([200, 'cancelled']);
    const { rowsDone, rowsTotal, created, status } = (await app.get(`/crm/imports/${id}`)).body.import;
    expect([status, rowsTotal, created]).toEqual(['cancelled', 20_000, rowsDone]);
    expect(rowsDone).toBeGreaterThan(0);
    expect(rowsDone).toBeLessThan(20_000);
    expect(await countOf(slug)).toBe(rowsDone);
    expect((await app.post(`/crm/imports/${id}/undo`)).body.import.status).toBe('undoing');
    expect((await files.work(id)).status).toBe('undone');
    expect(await countOf(slug)).toBe(0);
  });

  test('a worker that had it does not end it again, neither as done nor as failed', async () => {
    const slug = await codes();
    const { id } = (await files.send(slug, fileOf(3))).body.import;
    const system = createSystemActor(await findWorkspaceId(app));
    const worker = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
    await runInWorkspace(app.runtime, system, (ctx) => leaseImport(ctx, id, worker));
    expect((await cancel(id)).status).toBe(200);
    for (const status of ['completed', 'failed'] as const) {
      await runInWorkspace(app.runtime, system, (ctx) => endImport(ctx, { id, worker }, status));
    }
    expect((await app.get(`/crm/imports/${id}`)).body.import.status).toBe('cancelled');
  });

  test('409: one that has ended, and one that was canceled', async () => {
    const slug = await codes();
    const { id } = await files.run(slug, fileOf(1));
    const { status, body } = await cancel(id);
    expect([status, body.message]).toEqual([
      409,
      'This import is completed; only a pending or running import can be canceled.',
    ]);
    const other = (await files.send(slug, fileOf(1))).body.import.id;
    const both = await Promise.all([cancel(other), cancel(other)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  test('200: users cancel what they started; 403: of others; 404: unknown, and of objects they may not read', async () => {
    const slug = await codes();
    const aiko = await app.tokenOf('aiko@juniper.example', ['crm:write']);
    const own = (await createTestImport(app, aiko).send(slug, fileOf(1))).body.import.id;
    expect((await cancel(own, aiko)).status).toBe(200);
    const { id } = (await files.send(slug, fileOf(1))).body.import;
    const refused = await cancel(id, aiko);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only the user who started the import, owners and admins can cancel it.',
    ]);
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'none' } });
    expect((await cancel(id, aiko)).status).toBe(404);
    expect((await cancel('0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d')).status).toBe(404);
    const reader = await app.tokenOf('mara@juniper.example', ['crm:read']);
    expect((await cancel(id, reader)).status).toBe(403);
  });
});

describe('a file in UTF-16 with a byte order mark', () => {
  const text = '\uFEFFcode\tname\r\nå1\tØystein 😀 Łuk\r\nb2\t日本\r\n';
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

  test.each([
    ['little end first', Buffer.from(text, 'utf16le')],
    ['big end first', swapped(Buffer.from(text, 'utf16le'))],
  ])('201: with the %s, in CSV, whole and as it arrives', async (_, file) => {
    const slug = await codes();
    await crm.attribute(slug, { label: 'Name', type: 'text' });
    const done = await files.work((await files.send(slug, file)).body.import.id);
    expect([done.status, done.created, done.failed]).toEqual(['completed', 2, 0]);
    const { collection } = (await app.get(`/crm/${slug}?sort=code`)).body;
    expect(collection.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { code: 'å1', name: 'Øystein 😀 Łuk' },
      { code: 'b2', name: '日本' },
    ]);
  });

  test('201: in NDJSON, and larger than a chunk', async () => {
    const slug = await codes();
    const lines = Array.from({ length: 9_000 }, (_, n) =>
      JSON.stringify({ code: `Ø${n} ${'x'.repeat(20)}` }),
    );
    const file = Buffer.from(`\uFEFF${lines.join('\n')}`, 'utf16le');
    const sent = await files.send(slug, file, '', 'application/x-ndjson');
    expect((await files.work(sent.body.import.id)).created).toBe(9_000);
  });

  test('400: half a character, and what is neither', async () => {
    const slug = await codes();
    const cut = Buffer.from(text, 'utf16le').subarray(0, -1);
    expect((await files.send(slug, cut)).body.message).toBe(
      'The file isn’t valid UTF-16. Save it as UTF-8 and upload it again.',
    );
    expect((await files.send(slug, Buffer.from([0x63, 0xff, 0xfe]))).body.message).toBe(
      'The file isn’t valid UTF-8. Save it as UTF-8 and upload it again.',
    );
    for (const file of [Buffer.from([0xff, 0xfe]), Buffer.from([0xff]), Buffer.alloc(0)]) {
      expect((await files.send(slug, file)).status).toBe(400);
    }
  });

  test('201: is taken as a file of a record too', async () => {
    const slug = await codes();
    const { id } = await crm.record(slug, { code: 'x' });
    const send = (payload: Buffer) =>
      app.inject({
        method: 'POST',
        url: `/v2/crm/${slug}/${id}/files?name=list.csv`,
        payload,
        headers: { ...files.headers, 'content-type': 'application/octet-stream' },
      });
    const { status, body } = await send(Buffer.from(text, 'utf16le'));
    expect([status, body.file?.type]).toEqual([201, 'text/csv']);
    expect((await send(Buffer.from('\uFEFF<svg onload="x">', 'utf16le'))).status).toBe(415);
    expect((await send(Buffer.from([0xff, 0xfe, 0, 0, 1, 0]))).status).toBe(415);
  });
});

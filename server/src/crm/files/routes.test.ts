import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { ownerToken } from '../../../test/runtime.ts';
import { queryRows, createTestCrm } from '../test-crm.ts';

const limitBytes = 1024 * 1024;
const quotaBytes = 8 * limitBytes;
const app = useApp({ config: { files: { limitBytes, quotaBytes, bucket: undefined } } });
const crm = createTestCrm(app);
const pdf = Buffer.from('%PDF-1.7 An offer');

let slug: string;
let user: string;
let neighbour: string;

beforeAll(async () => {
  slug = await crm.object();
  user = await app.tokenOf('aiko@juniper.example', ['crm:write']);
  neighbour = (await createNeighbour(app.runtime)).token;
});

const send = (path: string, file: Buffer, name = 'offer.pdf', token = ownerToken): Promise<Answer> =>
  app.inject({
    method: 'POST',
    url: `/v2${path}/files?name=${encodeURIComponent(name)}`,
    payload: file,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  });
const download = async (path: string, token = ownerToken, asked: Record<string, string> = {}) => {
  const headers = { authorization: `Bearer ${token}`, ...asked };
  const { statusCode, rawPayload, ...rest } = await app.app.inject({ url: `/v2${path}`, headers });
  return { status: statusCode, bytes: rawPayload, headers: rest.headers };
};
const record = async (): Promise<string> => `/crm/${slug}/${(await crm.record(slug, {})).id}`;
const idsOn = async (path: string): Promise<string[]> =>
  (await app.get(`${path}/files`)).body.collection.map(({ id }: { id: string }) => id);
const left = (id: string) => queryRows(app, 'select from file_content where id = $1', [id]);

describe('GET /crm/{objectSlug}/{recordId}/files/{fileId}', () => {
  const file = Buffer.concat([pdf, randomBytes(700_000)]);
  let path: string;
  let etag: string;
  beforeAll(async () => {
    const on = await record();
    path = `${on}/files/${(await send(on, file)).body.file.id}`;
    etag = `"${createHash('sha256').update(file).digest('hex')}"`;
  });
  const ask = (asked: Record<string, string>) => download(path, ownerToken, asked);

  test('200: says which bytes they are, and that it has parts', async () => {
    const { status, headers, bytes } = await ask({});
    expect([status, headers.etag, headers['accept-ranges']]).toEqual([200, etag, 'bytes']);
    expect(bytes.equals(file)).toBe(true);
  });

  test.each([
    ['within a chunk', 10, 20],
    ['over chunks', 262_000, 600_000],
    ['of one byte at a border', 262_144, 262_144],
    ['to the end', 262_143, file.length - 1],
  ])('206: a part %s', async (_, first, last) => {
    const { status, headers, bytes } = await ask({ range: `bytes=${first}-${last}` });
    expect([status, headers['content-range'], headers['content-length'], headers.etag]).toEqual([
      206,
      `bytes ${first}-${last}/${file.length}`,
      String(last - first + 1),
      etag,
    ]);
    expect(bytes.equals(file.subarray(first, last + 1))).toBe(true);
  });

  test('206: a download that broke off goes on, and begins again where it is another file', async () => {
    const range = 'bytes=300000-';
    const rest = await ask({ range, 'if-range': etag });
    expect([rest.status, rest.bytes.equals(file.subarray(300_000))]).toEqual([206, true]);
    const anew = await ask({ range, 'if-range': '"other"' });
    expect([anew.status, anew.bytes.equals(file)]).toEqual([200, true]);
  });

  test('304: a client that has it already gets nothing', async () => {
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const { status, headers, bytes } = await ask({ 'if-none-match': known });
      expect([status, headers.etag, bytes.length]).toEqual([304, etag, 0]);
    }
    expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('416: beyond the end; 200: several parts, and none of bytes', async () => {
    const beyond = await ask({ range: `bytes=${file.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${file.length}`]);
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-3']) {
      expect((await ask({ range })).status).toBe(200);
    }
  });
});

describe('POST /crm/{objectSlug}/{recordId}/files', () => {
  test('201: of any object, byte by byte, with its sum', async () => {
    const file = Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(700_000)]);
    const person = `/crm/people/${(await crm.person({ firstName: 'Ines' })).id}`;
    const company = `/crm/companies/${(await crm.company({ name: 'Harbour' })).id}`;
    for (const path of [await record(), person, company]) {
      const { status, body } = await send(path, file, '../Größe "final".pdf');
      expect(status).toBe(201);
      expect(body.file).toMatchObject({
        name: 'Größe final.pdf',
        type: 'application/pdf',
        sizeBytes: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
        creator: { name: 'Mara Lindqvist' },
      });
      expect(await idsOn(path)).toEqual([body.file.id]);
      const { status: read, bytes } = await download(`${path}/files/${body.file.id}`);
      expect([read, bytes.equals(file)]).toEqual([200, true]);
      await app.delete(`${path}/files/${body.file.id}`);
    }
  });

  test('403: who may only read records, or only change their own; nothing of the file is kept', async () => {
    const path = await record();
    for (const permission of ['read', 'own']) {
      await app.patch(`/crm/objects/${slug}`, { permissions: { user: permission } });
      expect((await send(path, pdf, 'offer.pdf', user)).status).toBe(403);
    }
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'none' } });
    expect((await send(path, pdf, 'offer.pdf', user)).status).toBe(404);
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'write' } });
    expect((await send(path, pdf, 'offer.pdf', user)).status).toBe(201);
    expect(await queryRows(app, 'select from file_content where expires_at is not null')).toEqual([]);
  });

  test('404: nothing of another workspace', async () => {
    const path = await record();
    expect((await send(path, pdf, 'offer.pdf', neighbour)).status).toBe(404);
    const { id } = (await send(path, pdf)).body.file;
    expect((await download(`${path}/files/${id}`, neighbour)).status).toBe(404);
    expect((await app.delete(`${path}/files/${id}`, undefined, { token: neighbour })).status).toBe(404);
    expect((await download(`${await record()}/files/${id}`)).status).toBe(404);
  });

  test('409: uploads at once never take more than the quota together', async () => {
    const path = await record();
    const file = Buffer.concat([pdf, Buffer.alloc(1_000_000)]);
    const before = await usage();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(path, file)));
    const taken = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 409).length).toBe(20 - taken.length);
    expect(taken.length).toBe(Math.floor((quotaBytes - before) / file.length));
    expect(await usage()).toBe(before + taken.length * file.length);
    for (const { body } of taken) await app.delete(`${path}/files/${body.file.id}`);
    expect(await usage()).toBe(before);
  });

  test('413: more than the limit, whether it says so before or not', async () => {
    const path = await record();
    const file = Buffer.concat([pdf, Buffer.alloc(limitBytes)]);
    expect((await send(path, file)).body.message).toBe('The file is larger than 1 MB.');
    const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { status } = await fetch(`${url}/v2${path}/files?name=x.pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/octet-stream' },
      body: new Blob([file]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(status).toBe(413);
    expect(await queryRows(app, 'select from file_content where expires_at is not null')).toEqual([]);
  });

  test('415: programs and markup, by their content, also where a text turns into something else', async () => {
    const path = await record();
    const late = Buffer.concat([Buffer.alloc(400_000, 'a'), Buffer.from([0, 1, 2])]);
    for (const file of [Buffer.from('MZ\u0090\0', 'latin1'), Buffer.from('<svg onload="x">'), late]) {
      expect((await send(path, file, 'offer.pdf')).status).toBe(415);
    }
    expect(await idsOn(path)).toEqual([]);
  });

  test('422: an empty file, or one without a name', async () => {
    const path = await record();
    expect((await send(path, Buffer.alloc(0))).body.errors).toEqual({ file: ['The file is empty.'] });
    expect(Object.keys((await send(path, pdf, '')).body.errors)).toEqual(['name']);
  });
});

test('200: a download is saved, never shown, and never sniffed', async () => {
  const path = await record();
  const { id } = (await send(path, Buffer.from('hello <script>'), 'page.html')).body.file;
  const { headers } = await download(`${path}/files/${id}`);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="page.html.txt"; filename*=UTF-8''page.html.txt`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
  });
});

describe('what becomes of the files', () => {
  test('a deleted record takes them along and brings them back; with its copy they go for good', async () => {
    const path = await record();
    const { id } = (await send(path, pdf)).body.file;
    await app.delete(path);
    expect((await download(`${path}/files/${id}`)).status).toBe(404);
    await app.post(`${path}/restore`);
    expect((await download(`${path}/files/${id}`)).status).toBe(200);
    await app.delete(path);
    await queryRows(app, 'delete from crm_deleted_record');
    expect(await left(id)).toEqual([]);
  });

  test('a merge gives them to the survivor, and its undo gives them back', async () => {
    const [kept, gone] = [await record(), await record()];
    const [own, moved] = [(await send(kept, pdf)).body.file.id, (await send(gone, pdf)).body.file.id];
    const idOf = (path: string) => path.split('/').at(-1);
    const { body } = await app.post(`/crm/${slug}/merge`, { survivorId: idOf(kept), mergedId: idOf(gone) });
    expect(await idsOn(kept)).toEqual([moved, own]);
    expect((await download(`${gone}/files/${moved}`)).status).toBe(200);
    expect((await app.post(`/crm/merges/${body.merge.id}/undo`)).status).toBe(200);
    expect([await idsOn(kept), await idsOn(gone)]).toEqual([[own], [moved]]);
  });

  test('erasing a person deletes those on their record', async () => {
    const { id: personId } = await crm.person({ firstName: 'Ada', emails: ['ada@erase.example'] });
    const { id } = (await send(`/crm/people/${personId}`, pdf)).body.file;
    expect((await app.post(`/crm/people/${personId}/erase`)).status).toBe(200);
    expect(await left(id)).toEqual([]);
  });

  test('deleting one at once succeeds once', async () => {
    const path = await record();
    const { id } = (await send(path, pdf)).body.file;
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.delete(`${path}/files/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(404)]);
  });
});

async function usage(): Promise<number> {
  const [row] = await queryRows<{ size: string }>(
    app,
    `select u.size_bytes::text as size from file_usage u join workspace w using (workspace_id)
     where w.name = 'Juniper Studio'
       and u.size_bytes = (select sum(size_bytes) from file_content c where c.workspace_id = u.workspace_id)`,
  );
  return Number(row?.size);
}

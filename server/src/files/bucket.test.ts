import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { ownerToken } from '../../test/runtime.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import type { Bucket } from '../platform/config-files.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { maintainFiles } from './maintain-files.ts';
import { readPieces } from './read-file.ts';
import { signRequest } from './s3.ts';
import { useBucket } from './test-bucket.ts';

const { objects, seen, given } = useBucket();
const files = { limitBytes: 2 ** 21, quotaBytes: 2 ** 30, bucket: undefined as Bucket | undefined };
const app = useApp({ config: { files } });
const file = Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(900_000)]);
const headers = { authorization: `Bearer ${ownerToken}` };

beforeAll(() => {
  files.bucket = given.bucket;
});

const upload = async (): Promise<{ id: string; path: string }> => {
  const { person } = (await app.post('/crm/people', { firstName: 'Ines' })).body;
  const path = `/crm/people/${person.id}/files`;
  const { body } = await app.inject({
    method: 'POST',
    url: `/v2${path}?name=offer.pdf`,
    payload: file,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
  return { id: body.file.id, path: `${path}/${body.file.id}` };
};
const rows = async (text: string, values: readonly unknown[] = []) =>
  (await app.runtime.database.pool.query(text, [...values])).rows as { workspace_id?: WorkspaceId }[];
const workspaceId = async () => {
  const [row] = await rows(`select workspace_id from member where email = 'mara@juniper.example'`);
  return row?.workspace_id as WorkspaceId;
};
const download = (path: string, asked = {}) =>
  app.app.inject({ url: `/v2${path}`, headers: { ...headers, ...asked } });
const chunksOf = (id: string) => rows('select from file_chunk where content_id = $1', [id]);
const dueNow = () => rows(`update file_removal set due_at = now() - interval '1 second'`);

test('a signature is that of the example which Amazon publishes', () => {
  const bucket = {
    url: '',
    region: 'us-east-1',
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const { authorization } = signRequest(bucket, {
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    now: new Date('2013-05-24T00:00:00Z'),
    range: 'bytes=0-9',
    payloadHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  });
  expect(authorization).toMatch(
    /Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
  );
});

test('a file moves to the bucket, is read from there, and is removed from there with its record', async () => {
  const { id, path } = await upload();
  await maintainFiles(app.runtime);
  expect(await chunksOf(id)).toEqual([]);
  expect([...objects.values()].some((object) => object.equals(file))).toBe(true);
  expect((await download(path)).rawPayload.equals(file)).toBe(true);
  const part = await download(path, { range: 'bytes=300000-300009' });
  expect([part.statusCode, part.rawPayload.equals(file.subarray(300_000, 300_010))]).toEqual([206, true]);
  await app.delete(path);
  await maintainFiles(app.runtime);
  expect(objects.size).toBe(1);
  await dueNow();
  await maintainFiles(app.runtime);
  expect([objects.size, await rows('select from file_removal')]).toEqual([0, []]);
  expect(seen.refused).toBe(0);
});

test('a reader gets every byte once while the file moves', async () => {
  const { id } = await upload();
  const pieces = readPieces(app.runtime, createSystemActor(await workspaceId()), id, file.length);
  const first = await pieces.next();
  await maintainFiles(app.runtime);
  expect(await chunksOf(id)).toEqual([]);
  const rest: Buffer[] = [];
  for await (const piece of pieces) rest.push(piece);
  expect(Buffer.concat([first.value as Buffer, ...rest]).equals(file)).toBe(true);
});

test('a file that is deleted while it is read is never taken for a shorter one', async () => {
  files.bucket = undefined;
  const { id, path } = await upload();
  const pieces = readPieces(app.runtime, createSystemActor(await workspaceId()), id, file.length);
  await pieces.next();
  await app.delete(path);
  await expect(pieces.next()).rejects.toThrow('File not found.');
  files.bucket = given.bucket;
});

test('a file that is deleted while it is copied leaves no object behind', async () => {
  await maintainFiles(app.runtime);
  const before = objects.size;
  const { path } = await upload();
  seen.onPut = async () => void (await app.delete(path));
  await maintainFiles(app.runtime);
  seen.onPut = async () => {};
  await dueNow();
  await maintainFiles(app.runtime);
  expect(objects.size).toBe(before);
});

test('while the bucket is away files stay in the database, and those in it are a 503', async () => {
  const { path: moved } = await upload();
  await maintainFiles(app.runtime);
  const { id, path } = await upload();
  seen.isAway = true;
  await expect(maintainFiles(app.runtime)).rejects.toThrow('The file storage responded with 500.');
  expect((await chunksOf(id)).length).toBe(4);
  expect((await download(path)).rawPayload.equals(file)).toBe(true);
  expect((await download(moved)).statusCode).toBe(503);
  seen.isAway = false;
  await maintainFiles(app.runtime);
  expect((await download(moved)).rawPayload.equals(file)).toBe(true);
});

test('an upload of which nothing became a file expires with its share of the quota', async () => {
  await rows(`insert into file_content (workspace_id, id, size_bytes, expires_at)
     select workspace_id, gen_random_uuid(), 5, now() - interval '1 second' from workspace`);
  await maintainFiles(app.runtime);
  expect(await rows('select from file_content where expires_at is not null')).toEqual([]);
  expect(
    await rows(`select from file_usage u where size_bytes <> coalesce(
         (select sum(size_bytes) from file_content c where c.workspace_id = u.workspace_id), 0)`),
  ).toEqual([]);
});

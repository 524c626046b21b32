import type { Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import type { Download } from '../platform/http/serve-download.ts';
import { failed, notFound } from '../platform/problems.ts';
import { formatDisposition } from './rules.ts';
import { getObject } from './s3.ts';
import { chunkBytes, findPiece, type FileRow } from './store.ts';

/**
 * A file, to be saved and never shown. Its pieces are read as fast as the caller takes them, each in its own transaction. A file
 * that is deleted meanwhile ends the connection, so that nobody takes a part of it for the whole.
 */
export function openFile(
  runtime: Runtime,
  actor: Actor,
  { id, name, size_bytes: sizeBytes, sha256 }: Pick<FileRow, 'id' | 'name' | 'size_bytes' | 'sha256'>,
): Download {
  return {
    etag: sha256,
    sizeBytes,
    headers: {
      'content-disposition': formatDisposition(name),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
    read: (from) => readPieces(runtime, actor, id, sizeBytes, from),
  };
}

/** The content of a file from a byte on, from wherever it is at that moment. */
export async function* readPieces(
  runtime: Runtime,
  actor: Actor,
  id: string,
  sizeBytes: number,
  from = 0,
): AsyncGenerator<Buffer> {
  let sent = from;
  for (let number = Math.floor(from / chunkBytes); sent < sizeBytes; number += 1) {
    const piece = await readInWorkspace(runtime, actor, (ctx) => findPiece(ctx, id, number));
    if (!piece) throw notFound('File');
    if (piece.is_moved && piece.object_key !== null) {
      yield* fromBucket(runtime, piece.object_key, { sent, sizeBytes });
      return;
    }
    if (piece.bytes === null) throw new Error(`The file ${id} lacks piece ${number}.`);
    const bytes = piece.bytes.subarray(sent - number * chunkBytes);
    sent += bytes.length;
    yield bytes;
  }
}

async function* fromBucket(
  { config, clock }: Runtime,
  key: string,
  { sent, sizeBytes }: { readonly sent: number; readonly sizeBytes: number },
): AsyncGenerator<Buffer> {
  const { bucket } = config.files;
  if (!bucket) throw away('The files are in a bucket that FILES_S3_URL no longer points to.');
  let done = sent;
  try {
    for await (const piece of getObject(bucket, key, clock.now(), sent)) {
      done += piece.length;
      yield piece;
    }
  } catch (error) {
    throw done > sent ? error : away('The file storage can’t be reached. Try again later.');
  }
  if (done !== sizeBytes) throw new Error(`The bucket has ${done} of ${sizeBytes} bytes of ${key}.`);
}

const away = (message: string) => failed(503, message, { 'retry-after': '60' });

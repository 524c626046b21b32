import type { Actor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import type { Upload } from '../../platform/http/serve-upload.ts';
import { generateUuid } from '../../platform/ids.ts';
import { badRequest, failed } from '../../platform/problems.ts';
import { detectEncoding } from '../../platform/text.ts';
import { requirePermission, openObject } from '../schema/public.ts';
import { createRowCounter } from './read-file.ts';
import { chunkBytes, countChunks, deleteUpload, insertChunk, insertImport } from './store.ts';

/** A file that is stored as chunks in the database. */
export interface ReceivedFile {
  readonly id: string;
  readonly format: 'csv' | 'ndjson';
  readonly sizeBytes: number;
  /** Lines that are not blank, including the header. */
  readonly lines: number;
}

/**
 * Stores a file while it is uploaded, each chunk in its own transaction: any process can import it later, and this one
 * never has more than a chunk in memory.
 */
export async function receiveFile(
  runtime: Runtime,
  actor: Actor,
  slug: string,
  { type, bytes }: Upload,
): Promise<ReceivedFile> {
  const format = type === 'text/csv' ? 'csv' : 'ndjson';
  const id = generateUuid();
  await runInWorkspace(runtime, actor, async (ctx) => {
    const definition = await openObject(ctx, slug, 'read');
    requirePermission(ctx.actor, definition, 'own');
    await insertImport(ctx, { id, objectId: definition.id, format });
  });
  try {
    return { id, format, ...(await storeChunks(runtime, actor, id, bytes, format)) };
  } catch (error) {
    await runInWorkspace(runtime, actor, (ctx) => deleteUpload(ctx, id));
    throw error;
  }
}

async function storeChunks(
  runtime: Runtime,
  actor: Actor,
  id: string,
  bytes: AsyncIterable<Buffer>,
  format: ReceivedFile['format'],
): Promise<{ sizeBytes: number; lines: number }> {
  const maxBytes = runtime.config.importLimitBytes;
  const rows = createRowCounter(format === 'csv');
  let sizeBytes = 0;
  let number = 0;
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  const store = async (isLast: boolean): Promise<void> => {
    let rest = Buffer.concat(buffered);
    while (rest.length >= chunkBytes || (isLast && rest.length > 0)) {
      const chunk = rest.subarray(0, chunkBytes);
      const place = number;
      await runInWorkspace(runtime, actor, async (ctx) => {
        if (place % chunksPerCheck === 0) await requireQuota(ctx, maxBytes);
        await insertChunk(ctx, id, place, chunk);
      });
      number += 1;
      rest = rest.subarray(chunk.length);
    }
    buffered = [rest];
    bufferedBytes = rest.length;
  };
  for await (const chunk of asUtf8(bytes)) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes)
      throw failed(413, `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
    rows.take(chunk);
    buffered.push(chunk);
    bufferedBytes += chunk.length;
    if (bufferedBytes >= chunkBytes) await store(false);
  }
  await store(true);
  return { sizeBytes, lines: rows.total() };
}

/** How many of the largest files may wait to be imported, of one user and in all. */
const filesPerUser = 3;
const filesPerWorkspace = 10;
const chunksPerCheck = 16;

/** A file is kept until it is imported or its upload ends early, so that what is stored now is what counts. */
async function requireQuota(ctx: Ctx, maxBytes: number): Promise<void> {
  const { own, all } = await countChunks(ctx);
  const isOver =
    own * chunkBytes >= filesPerUser * maxBytes || all * chunkBytes >= filesPerWorkspace * maxBytes;
  if (isOver) {
    const message = 'Too many imports are waiting. Try again when some are done.';
    throw failed(429, message, { 'retry-after': '60' });
  }
}

/** UTF-8 as it comes, or what is in UTF-16 with a byte order mark, as spreadsheets save "Unicode text". */
async function* asUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  let decode: ReturnType<typeof decoderOf> | undefined;
  for await (const chunk of bytes) {
    start = decode ? chunk : Buffer.concat([start, chunk]);
    if (!decode && start.length < 2) continue;
    decode ??= decoderOf(start);
    yield decode(start);
  }
  decode ??= decoderOf(start);
  // What is left of a text that was shorter than its mark, and the end of a character that never came.
  yield Buffer.concat([start.length < 2 ? decode(start) : Buffer.alloc(0), decode()]);
}

function decoderOf(start: Buffer): (chunk?: Buffer) => Buffer {
  const encoding = detectEncoding(start);
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk) => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      return encoding === 'utf-8' ? (chunk ?? Buffer.alloc(0)) : Buffer.from(text);
    } catch {
      const name = encoding === 'utf-8' ? 'UTF-8' : 'UTF-16';
      throw badRequest(`The file isn’t valid ${name}. Save it as UTF-8 and upload it again.`);
    }
  };
}

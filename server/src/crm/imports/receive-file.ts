import type { Actor } from '../../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../../platform/context.ts';
import type { Upload } from '../../platform/http/serve.ts';
import { newUuid } from '../../platform/ids.ts';
import { badRequest, failed } from '../../platform/problems.ts';
import { openObject } from '../schema/public.ts';
import { rowCounter } from './read-file.ts';
import { beginImport, chunkBytes, dropImport, insertChunk } from './store.ts';

/** A file that has arrived, in pieces in the database. */
export interface Received {
  readonly id: string;
  readonly format: 'csv' | 'ndjson';
  readonly sizeBytes: number;
  /** Lines that look like rows, the header among them. */
  readonly lines: number;
}

/**
 * Takes a file in as it arrives, each piece in a transaction of its own: whichever process works on it later finds it
 * there, and no more than a piece of it is ever held here.
 */
export async function receiveFile(
  runtime: Runtime,
  actor: Actor,
  slug: string,
  { type, bytes }: Upload,
): Promise<Received> {
  const format = type === 'text/csv' ? 'csv' : 'ndjson';
  const id = newUuid();
  await inWorkspace(runtime, actor, async (ctx) => {
    const { id: objectId } = await openObject(ctx, slug, 'read');
    await beginImport(ctx, { id, objectId, format });
  });
  try {
    return { id, format, ...(await storePieces(runtime, actor, id, bytes, format)) };
  } catch (error) {
    await inWorkspace(runtime, actor, (ctx) => dropImport(ctx, id));
    throw error;
  }
}

async function storePieces(
  runtime: Runtime,
  actor: Actor,
  id: string,
  bytes: AsyncIterable<Buffer>,
  format: Received['format'],
): Promise<{ sizeBytes: number; lines: number }> {
  const most = runtime.config.importLimitBytes;
  const rows = rowCounter(format === 'csv');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let sizeBytes = 0;
  let number = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const store = async (isLast: boolean): Promise<void> => {
    let rest = Buffer.concat(waiting);
    while (rest.length >= chunkBytes || (isLast && rest.length > 0)) {
      const piece = rest.subarray(0, chunkBytes);
      const place = number;
      await inWorkspace(runtime, actor, (ctx) => insertChunk(ctx, id, place, piece));
      number += 1;
      rest = rest.subarray(piece.length);
    }
    waiting = [rest];
    waitingBytes = rest.length;
  };
  for await (const chunk of bytes) {
    sizeBytes += chunk.length;
    if (sizeBytes > most) throw failed(413, `The file is larger than ${Math.floor(most / 1024 / 1024)} MB.`);
    checkText(decoder, chunk);
    rows.take(chunk);
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes >= chunkBytes) await store(false);
  }
  checkText(decoder);
  await store(true);
  return { sizeBytes, lines: rows.total() };
}

function checkText(decoder: TextDecoder, chunk?: Buffer): void {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw badRequest('The file is not valid UTF-8. Save it as UTF-8 and send it again.');
  }
}

import { createHash } from 'node:crypto';
import type { Actor } from '../platform/auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { Upload } from '../platform/http/serve-upload.ts';
import { newUuid } from '../platform/ids.ts';
import { conflict, failed, invalidField } from '../platform/problems.ts';
import { isText, kindOf, safeName, textChecker } from './rules.ts';
import {
  chunkBytes,
  deleteContent,
  findUsage,
  findWaiting,
  insertChunk,
  insertContent,
  type NewFile,
} from './store.ts';

interface Sent extends Pick<Upload, 'bytes' | 'length'> {
  readonly name: string;
}

/**
 * Stores a file while it is uploaded, each chunk in its own transaction, so that there is never more of it in memory. `admit`
 * refuses whoever may not send it before anything is read. What comes back expires unless it becomes a file.
 */
export async function receiveFile(
  runtime: Runtime,
  actor: Actor,
  sent: Sent,
  admit: (ctx: Ctx) => Promise<void>,
): Promise<NewFile> {
  const { limitBytes } = runtime.config.files;
  if ((sent.length ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const id = newUuid();
  await inWorkspace(runtime, actor, async (ctx) => {
    await admit(ctx);
    await insertContent(ctx, id, sent.length ?? limitBytes);
    const { quotaBytes } = runtime.config.files;
    if ((await findUsage(ctx)) > quotaBytes) throw overQuota();
    if (actor.kind === 'visitor' && (await findWaiting(ctx)) > quotaBytes * visitorsShare) throw tooMany();
  });
  try {
    return await store(runtime, actor, id, sent);
  } catch (error) {
    await inWorkspace(runtime, actor, (ctx) => deleteContent(ctx, id));
    throw error;
  }
}

/** Anybody may send answers, so that what is not booked yet may take this part of the quota at most. */
const visitorsShare = 0.1;

async function store(runtime: Runtime, actor: Actor, id: string, { name, bytes }: Sent): Promise<NewFile> {
  const hash = createHash('sha256');
  let kind: ReturnType<typeof kindOf>;
  let checkText: ReturnType<typeof textChecker> | undefined;
  let number = 0;
  let sizeBytes = 0;
  for await (const chunk of chunksOf(limited(bytes, runtime.config.files.limitBytes))) {
    if (number === 0) {
      kind = kindOf(chunk, name);
      if (!kind) throw notTaken();
      if (isText(kind)) checkText = textChecker();
    }
    demandText(checkText, chunk);
    hash.update(chunk);
    sizeBytes += chunk.length;
    const place = number;
    const isStored = await inWorkspace(runtime, actor, (ctx) => insertChunk(ctx, id, place, chunk));
    if (!isStored) throw expired();
    number += 1;
  }
  demandText(checkText);
  if (!kind) throw invalidField('file', 'The file is empty.');
  return { id, name: safeName(name, kind), type: kind.type, sizeBytes, sha256: hash.digest('hex') };
}

async function* limited(bytes: AsyncIterable<Buffer>, limitBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const piece of bytes) {
    sizeBytes += piece.length;
    if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
    yield piece;
  }
}

/** The same bytes in pieces of one size, the last one shorter. */
async function* chunksOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const piece of bytes) {
    pending.push(piece);
    pendingBytes += piece.length;
    if (pendingBytes < chunkBytes) continue;
    const whole = Buffer.concat(pending);
    const end = whole.length - (whole.length % chunkBytes);
    for (let start = 0; start < end; start += chunkBytes) yield whole.subarray(start, start + chunkBytes);
    pending = [whole.subarray(end)];
    pendingBytes = whole.length - end;
  }
  if (pendingBytes > 0) yield Buffer.concat(pending);
}

function demandText(check: ReturnType<typeof textChecker> | undefined, chunk?: Buffer): void {
  try {
    check?.(chunk);
  } catch {
    throw notTaken();
  }
}

const tooLarge = (limitBytes: number) =>
  failed(413, `The file is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`);
const overQuota = () =>
  conflict('The files of the workspace take all that they may. Delete some, or ask the operator for more.');
const tooMany = () =>
  failed(429, 'Too many files wait to be booked. Try again later.', { 'retry-after': '600' });
const notTaken = () =>
  failed(415, 'Files of this kind are not taken: send PDF, pictures, documents, text, sound, video or ZIP.');
export const expired = () => conflict('The upload took too long and has expired. Send the file again.');

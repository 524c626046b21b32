import { createHash } from 'node:crypto';
import type { Actor } from '../platform/auth/actor.ts';
import { hashSecret } from '../platform/auth/token.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { Upload } from '../platform/http/serve-upload.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, failed, invalidField } from '../platform/problems.ts';
import { isText, detectKind, toSafeName, createTextChecker } from './rules.ts';
import {
  chunkBytes,
  deleteContent,
  findUsage,
  findWaiting,
  insertChunk,
  insertContent,
  type NewFile,
  type WaitingUploads,
} from './store.ts';

interface Sent extends Pick<Upload, 'bytes' | 'length'> {
  readonly name: string;
}

/** Refuses senders without permission. For an answer of a visitor it says for which page. */
type Admit = (ctx: Ctx) => Promise<{ readonly eventTypeId: string } | undefined>;

/**
 * Stores a file while it is uploaded, each chunk in its own transaction, so that there is never more of it in memory. `admit`
 * refuses senders without permission before anything is read. What comes back expires unless it becomes a file.
 */
export async function receiveFile(
  runtime: Runtime,
  actor: Actor,
  sent: Sent,
  admit: Admit,
): Promise<NewFile> {
  const { limitBytes } = runtime.config.files;
  if ((sent.length ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const id = generateUuid();
  await runInWorkspace(runtime, actor, async (ctx) => {
    const page = await admit(ctx);
    const from = page && { ...page, visitorHash: hashSecret(actor.id) };
    await insertContent(ctx, { id, sizeBytes: sent.length ?? limitBytes, from });
    const { quotaBytes } = runtime.config.files;
    if ((await findUsage(ctx)) > quotaBytes) throw overQuota();
    if (from) rejectExcess(await findWaiting(ctx, id, from), runtime.config.files);
  });
  try {
    return await store(runtime, actor, id, sent);
  } catch (error) {
    await runInWorkspace(runtime, actor, (ctx) => deleteContent(ctx, id));
    throw error;
  }
}

/** Anybody may send answers, so that those that are not booked yet may take this part of the quota at most. */
const waitingShare = 0.1;
/** Of that, those for one page and those from one network: nobody fills it alone, nor for all pages. One file always fits. */
const pageShare = 0.5;
const visitorShare = 0.1;
const maxFilesOfVisitor = 20;

function rejectExcess(waiting: WaitingUploads, { limitBytes, quotaBytes }: Runtime['config']['files']): void {
  const forAll = quotaBytes * waitingShare;
  const partOf = (share: number) => Math.max(limitBytes, forAll * share);
  if (
    waiting.countOfVisitor > maxFilesOfVisitor ||
    waiting.ofVisitor > Math.min(forAll, partOf(visitorShare))
  )
    throw tooManyOfVisitor(waiting.visitorWaitSeconds);
  if (waiting.all > forAll || waiting.ofPage > partOf(pageShare)) throw tooMany();
}

async function store(runtime: Runtime, actor: Actor, id: string, { name, bytes }: Sent): Promise<NewFile> {
  const hash = createHash('sha256');
  let kind: ReturnType<typeof detectKind>;
  let checkText: ReturnType<typeof createTextChecker> | undefined;
  let number = 0;
  let sizeBytes = 0;
  for await (const chunk of chunksOf(limited(bytes, runtime.config.files.limitBytes))) {
    if (number === 0) {
      kind = detectKind(chunk, name);
      if (!kind) throw notTaken();
      if (isText(kind)) checkText = createTextChecker();
    }
    requireText(checkText, chunk);
    hash.update(chunk);
    sizeBytes += chunk.length;
    const place = number;
    const isStored = await runInWorkspace(runtime, actor, (ctx) => insertChunk(ctx, id, place, chunk));
    if (!isStored) throw uploadExpired();
    number += 1;
  }
  requireText(checkText);
  if (!kind) throw invalidField('file', 'The file is empty.');
  return { id, name: toSafeName(name, kind), type: kind.type, sizeBytes, sha256: hash.digest('hex') };
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

function requireText(check: ReturnType<typeof createTextChecker> | undefined, chunk?: Buffer): void {
  try {
    check?.(chunk);
  } catch {
    throw notTaken();
  }
}

const tooLarge = (limitBytes: number) =>
  failed(413, `The file is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`);
const overQuota = () =>
  conflict('The workspace has reached its storage limit. Delete files, or ask the operator to raise it.');
const tooMany = () =>
  failed(429, 'Too many uploads are in progress. Try again in 10 minutes, or upload a smaller file.', {
    'retry-after': '600',
  });
const tooManyOfVisitor = (seconds: number) =>
  failed(
    429,
    `You’ve uploaded too many files without booking. Book with one of them, or try again in ${Math.ceil(seconds / 60)} minutes.`,
    { 'retry-after': String(seconds) },
  );
const notTaken = () =>
  failed(415, 'This file type isn’t allowed. Upload a PDF, image, document, text, audio, video or ZIP file.');
export const uploadExpired = () => conflict('The upload took too long. Upload the file again.');

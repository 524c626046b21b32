import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import { badRequest, conflict } from '../problems.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

/** A request that must have its effect once, however often it is sent. */
export interface OnceRequest {
  readonly key: string;
  /** The caller's own secret: what encrypts the kept answer, so that the database alone can't show it. */
  readonly secret: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

const keptFor = sql`interval '24 hours'`;

export function checkKey(key: string): string {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  return key;
}

/**
 * Runs `work` once per key. The key's row is inserted first, in the transaction of the effect: a concurrent twin waits
 * on it, and then finds either the kept answer or, had the first one failed, no row at all.
 */
export async function once(
  ctx: Ctx,
  request: OnceRequest,
  work: () => Promise<Omit<Answer, 'replayed'>>,
): Promise<Answer> {
  const row = rowOf(ctx, request);
  const fingerprint = fingerprintOf(request);
  const claimed = await ctx.db
    .insertInto('idempotency')
    .values({ ...row, fingerprint })
    .onConflict((conflicting) =>
      conflicting
        .columns(['workspace_id', 'caller', 'key_hash'])
        .doUpdateSet({ fingerprint, status: null, body: null, created_at: sql<string>`now()` })
        .where('idempotency.created_at', '<', sql<string>`now() - ${keptFor}`),
    )
    .returning('key_hash')
    .executeTakeFirst();
  if (!claimed) {
    const kept = await recall(ctx, request);
    if (!kept) throw new Error('The kept answer was there a moment ago.');
    return kept;
  }
  const answer = await work();
  await ctx.db
    .updateTable('idempotency')
    .set({ status: answer.status, body: encrypt(request, answer.body) })
    .where('workspace_id', '=', row.workspace_id)
    .where('caller', '=', row.caller)
    .where('key_hash', '=', row.key_hash)
    .execute();
  return { ...answer, replayed: false };
}

/** The answer that is kept for this key, if there is one. */
export async function recall(ctx: Ctx, request: OnceRequest): Promise<Answer | undefined> {
  const row = rowOf(ctx, request);
  const kept = await ctx.db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'body'])
    .where('workspace_id', '=', row.workspace_id)
    .where('caller', '=', row.caller)
    .where('key_hash', '=', row.key_hash)
    .where('created_at', '>=', sql<string>`now() - ${keptFor}`)
    .executeTakeFirst();
  if (!kept) return undefined;
  if (!kept.fingerprint.equals(fingerprintOf(request))) {
    throw conflict('This Idempotency-Key was used with another request.');
  }
  return { status: kept.status ?? 200, body: unseal(request, kept.body ?? Buffer.alloc(0)), replayed: true };
}

function rowOf(ctx: Ctx, { key }: OnceRequest) {
  return { workspace_id: ctx.workspaceId, caller: ctx.actor.id, key_hash: sha256(key) };
}

function fingerprintOf({ method, url, body }: OnceRequest): Buffer {
  return sha256([method, url, JSON.stringify(body ?? null)].join('\n'));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function answerKey({ secret, key }: OnceRequest): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, key, 'daybook idempotent answer', 32));
}

function encrypt(request: OnceRequest, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', answerKey(request), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** A token that was rotated meanwhile is the same caller with another secret: the effect must not happen twice. */
function unseal(request: OnceRequest, sealed: Buffer): string {
  try {
    return decrypt(request, sealed);
  } catch {
    throw conflict('This Idempotency-Key was used before the token was rotated; its answer is lost.');
  }
}

function decrypt(request: OnceRequest, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', answerKey(request), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

/** Forgets answers past their time; rows of all workspaces at once. */
export const expiredAnswers = sql`delete from idempotency where created_at < now() - ${keptFor}`;

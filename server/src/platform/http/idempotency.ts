import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../context.ts';
import { newUuid } from '../ids.ts';
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
  /** Of a request whose key was claimed before its transaction. */
  readonly claim?: string;
}

const keptFor = sql`interval '24 hours'`;
/** Longer than anything that is done outside may take. */
const claimedFor = sql`interval '2 minutes'`;

export function checkKey(key: string): string {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  return key;
}

/**
 * Runs `work`, which does something outside before its transaction, with the key claimed for it. Whoever comes with the
 * same key meanwhile is refused; a refusal lets go of the key, and a process that dies loses it after a while.
 */
export async function claiming(
  runtime: Runtime,
  actor: Actor,
  request: OnceRequest,
  work: (claimed: OnceRequest) => Promise<Answer>,
): Promise<Answer> {
  const claimed = { ...request, claim: newUuid() };
  const kept = await inWorkspace(runtime, actor, (ctx) => claimOrRecall(ctx, claimed));
  if (kept) return kept;
  try {
    return await work(claimed);
  } catch (error) {
    await inWorkspace(runtime, actor, (ctx) => letGo(ctx, claimed));
    throw error;
  }
}

async function claimOrRecall(ctx: Ctx, request: OnceRequest): Promise<Answer | undefined> {
  const fresh = {
    fingerprint: fingerprintOf(request),
    status: null,
    body: null,
    claim: request.claim ?? null,
    claimed_until: sql<string>`now() + ${claimedFor}`,
  };
  const claimed = await ctx.db
    .insertInto('idempotency')
    .values({ ...rowOf(ctx, request), ...fresh })
    .onConflict((conflicting) =>
      conflicting
        .columns(['workspace_id', 'caller', 'key_hash'])
        .doUpdateSet({ ...fresh, created_at: sql<string>`now()` })
        .where(isFree),
    )
    .returning('key_hash')
    .executeTakeFirst();
  return claimed ? undefined : recall(ctx, request);
}

/** Past its time, or claimed by somebody who did not come back. */
const isFree = sql<boolean>`idempotency.created_at < now() - ${keptFor} or idempotency.claimed_until < now()`;

async function letGo(ctx: Ctx, request: OnceRequest): Promise<void> {
  const row = rowOf(ctx, request);
  await ctx.db
    .deleteFrom('idempotency')
    .where('workspace_id', '=', row.workspace_id)
    .where('caller', '=', row.caller)
    .where('key_hash', '=', row.key_hash)
    .where('claim', '=', request.claim ?? null)
    .execute();
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
  const fresh = {
    fingerprint: fingerprintOf(request),
    status: null,
    body: null,
    claim: null,
    claimed_until: null,
  };
  const claimed = await ctx.db
    .insertInto('idempotency')
    .values({ ...row, ...fresh })
    .onConflict((conflicting) =>
      conflicting
        .columns(['workspace_id', 'caller', 'key_hash'])
        .doUpdateSet({ ...fresh, created_at: sql<string>`now()` })
        .where(sql<boolean>`${isFree} or idempotency.claim = ${request.claim ?? null}`),
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
  if (kept.status === null) throw conflict('A request with this Idempotency-Key is under way.');
  return { status: kept.status, body: unseal(request, kept.body ?? Buffer.alloc(0)), replayed: true };
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

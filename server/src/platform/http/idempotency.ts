import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { AnyRoute } from '@daybook/contract/route';
import type { FastifyRequest } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../context.ts';
import type { ExpiredRows } from '../db/purge.ts';
import { generateUuid } from '../ids.ts';
import { badRequest, conflict } from '../problems.ts';
import type { Answer } from './answer.ts';

/** A request with an Idempotency-Key: it has its effect once, however often it is sent. */
export interface IdempotentRequest {
  readonly key: string;
  /** The caller's own secret. It encrypts the stored answer, so that the database alone can't show it. */
  readonly secret: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  /** Set when the key was claimed before the transaction. */
  readonly claim?: string;
}

const retention = sql`interval '24 hours'`;
/** Longer than any work outside the transaction may take. */
const claimLease = sql`interval '2 minutes'`;

/** Undefined when the request has no key, or its method needs none. */
export function parseIdempotency(
  route: AnyRoute,
  request: FastifyRequest,
  secret: string,
): IdempotentRequest | undefined {
  const key = route.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return undefined;
  const { method, url, body } = request;
  return { key: validKey(String(key)), secret, method, url: url.replace(/^\/v2\//, '/'), body };
}

function validKey(key: string): string {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  return key;
}

/**
 * Runs `work`, which calls others before its transaction, with a lease on the key. A second request with the same key is
 * refused meanwhile. When `work` fails the key is free again, and when the process dies, once the lease ends.
 */
export async function withClaimedKey(
  runtime: Runtime,
  actor: Actor,
  request: IdempotentRequest,
  work: (claimed: IdempotentRequest) => Promise<Answer>,
): Promise<Answer> {
  const claimed = { ...request, claim: generateUuid() };
  const stored = await runInWorkspace(runtime, actor, async (ctx) =>
    (await claimKey(ctx, claimed)) ? undefined : findStoredAnswer(ctx, claimed),
  );
  if (stored) return stored;
  try {
    return await work(claimed);
  } catch (error) {
    await runInWorkspace(runtime, actor, (ctx) => releaseKey(ctx, claimed));
    throw error;
  }
}

/** Whether the key is ours now. */
async function claimKey(ctx: Ctx, request: IdempotentRequest): Promise<boolean> {
  const claimedUntil = sql<string>`now() + ${claimLease}`;
  return insertKey(ctx, request, { claim: request.claim ?? null, claimed_until: claimedUntil }, isFree);
}

/** Past its retention, or its lease has ended. */
const isFree = sql<boolean>`idempotency.created_at < now() - ${retention} or idempotency.claimed_until < now()`;

/** Inserts the key's row, or takes over one that may be replaced. Waits for a concurrent request with the same key. */
async function insertKey(
  ctx: Ctx,
  request: IdempotentRequest,
  claim: { claim: string | null; claimed_until: RawBuilder<string> | null },
  mayReplace: RawBuilder<boolean>,
): Promise<boolean> {
  const fresh = { fingerprint: fingerprintOf(request), status: null, body: null, ...claim };
  const inserted = await ctx.db
    .insertInto('idempotency')
    .values({ ...rowOf(ctx, request), ...fresh })
    .onConflict((conflicting) =>
      conflicting
        .columns(['workspace_id', 'caller', 'key_hash'])
        .doUpdateSet({ ...fresh, created_at: sql<string>`now()` })
        .where(mayReplace),
    )
    .returning('key_hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function releaseKey(ctx: Ctx, request: IdempotentRequest): Promise<void> {
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
 * Runs `work` once per key. The key's row is inserted first, in the transaction of the effect: a concurrent request with
 * the same key waits for it, and then finds the stored answer or, if the first one failed, no row at all.
 */
export async function runOnce(
  ctx: Ctx,
  request: IdempotentRequest,
  work: () => Promise<Omit<Answer, 'replayed'>>,
): Promise<Answer> {
  const mayReplace = sql<boolean>`${isFree} or idempotency.claim = ${request.claim ?? null}`;
  if (!(await insertKey(ctx, request, { claim: null, claimed_until: null }, mayReplace))) {
    const stored = await findStoredAnswer(ctx, request);
    if (!stored) throw new Error('The stored answer was there a moment ago.');
    return stored;
  }
  const answer = await work();
  const row = rowOf(ctx, request);
  await ctx.db
    .updateTable('idempotency')
    .set({ status: answer.status, body: encrypt(request, answer.body) })
    .where('workspace_id', '=', row.workspace_id)
    .where('caller', '=', row.caller)
    .where('key_hash', '=', row.key_hash)
    .execute();
  return { ...answer, replayed: false };
}

export async function findStoredAnswer(ctx: Ctx, request: IdempotentRequest): Promise<Answer | undefined> {
  const row = rowOf(ctx, request);
  const stored = await ctx.db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'body'])
    .where('workspace_id', '=', row.workspace_id)
    .where('caller', '=', row.caller)
    .where('key_hash', '=', row.key_hash)
    .where('created_at', '>=', sql<string>`now() - ${retention}`)
    .executeTakeFirst();
  if (!stored) return undefined;
  if (!stored.fingerprint.equals(fingerprintOf(request))) {
    throw conflict('This Idempotency-Key was already used for a different request.');
  }
  if (stored.status === null)
    throw conflict('A request with this Idempotency-Key is still in progress. Try again in a moment.');
  if (stored.body === null) {
    throw conflict('This Idempotency-Key was already used, and its response is no longer stored.');
  }
  return {
    status: stored.status,
    body: decryptOrRefuse(request, stored.body),
    replayed: true,
  };
}

function rowOf(ctx: Ctx, { key }: IdempotentRequest) {
  return { workspace_id: ctx.workspaceId, caller: ctx.actor.id, key_hash: sha256(key) };
}

function fingerprintOf({ method, url, body }: IdempotentRequest): Buffer {
  return sha256([method, url, JSON.stringify(body ?? null)].join('\n'));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function encryptionKey({ secret, key }: IdempotentRequest): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, key, 'daybook idempotent answer', 32));
}

function encrypt(request: IdempotentRequest, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(request), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** An answer may name somebody who is erased, and nobody but its caller can read it: so none is kept, and the keys are. */
export async function clearAnswers(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('idempotency')
    .set({ body: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('body', 'is not', null)
    .execute();
}

/** After a rotation the same caller has another secret. The answer is lost, but the effect must not happen twice. */
function decryptOrRefuse(request: IdempotentRequest, sealed: Buffer): string {
  try {
    return decrypt(request, sealed);
  } catch {
    throw conflict('This Idempotency-Key was used before the token was rotated, and its response is lost.');
  }
}

function decrypt(request: IdempotentRequest, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(request), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

/** Deletes answers past their retention, of all workspaces. */
export const expiredAnswers: ExpiredRows = {
  table: 'idempotency',
  rows: sql`select ctid from idempotency where created_at < now() - ${retention} order by created_at`,
};

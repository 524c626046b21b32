import { sql, type Insertable, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Passkey, Totp } from '../../platform/db/schema.gen.ts';
import type { ExpiredRows } from '../../platform/db/purge.ts';
import { read, transact, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

export type TotpRow = Selectable<Totp>;
export type PasskeyRow = Selectable<Passkey>;

export function findTotp(ctx: Ctx, memberId: string): Promise<TotpRow | undefined> {
  return ctx.db
    .selectFrom('totp')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .selectAll()
    .executeTakeFirst();
}

/** Replaces an unconfirmed secret. False when a confirmed one is there. */
export async function upsertTotp(ctx: Ctx, memberId: string, sealed: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into totp as t (workspace_id, member_id, secret_sealed) values (${ctx.workspaceId}, ${memberId}, ${sealed})
    on conflict (workspace_id, member_id) do update set secret_sealed = excluded.secret_sealed, last_step = 0
      where t.confirmed_at is null
    returning member_id`.execute(ctx.db);
  return rows.length > 0;
}

/** Accepts the code of a step once, and none of an earlier step after it. */
export async function consumeStep(ctx: Ctx, memberId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update totp set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${ctx.now.toISOString()})
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId} and last_step < ${step}
    returning member_id`.execute(ctx.db);
  return rows.length > 0;
}

export async function deleteTotp(ctx: Ctx, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from totp where workspace_id = ${ctx.workspaceId} and member_id = ${memberId} returning member_id
  `.execute(ctx.db);
  return rows.length > 0;
}

export async function replaceRecoveryCodes(
  ctx: Ctx,
  memberId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await ctx.db
    .deleteFrom('recovery_code')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .execute();
  if (hashes.length === 0) return;
  const owner = { workspace_id: ctx.workspaceId, member_id: memberId };
  await ctx.db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ ...owner, code_hash: hash })))
    .execute();
}

export async function consumeRecoveryCode(ctx: Ctx, memberId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update recovery_code set used_at = now() where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}
      and code_hash = ${hash} and used_at is null returning member_id`.execute(ctx.db);
  return rows.length > 0;
}

export async function countRecoveryCodes(ctx: Ctx, memberId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('recovery_code')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function listPasskeys(ctx: Ctx, memberId: string): Promise<PasskeyRow[]> {
  return ctx.db
    .selectFrom('passkey')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** False when an account has this passkey already. */
export async function insertPasskey(
  ctx: Ctx,
  row: Omit<Insertable<Passkey>, 'workspace_id'>,
): Promise<boolean> {
  await ctx.db
    .insertInto('passkey')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
  const owner = await ctx.db
    .insertInto('passkey_owner')
    .values({ credential_id: row.credential_id, workspace_id: ctx.workspaceId, passkey_id: row.id })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('credential_id')
    .executeTakeFirst();
  return owner !== undefined;
}

/** Whether the user could not sign in without this passkey. Locks the user, so that two requests can't each remove one of two. */
export async function isOnlyWayIn(ctx: Ctx, memberId: string, passkeyId: string): Promise<boolean> {
  await sql`select from member where workspace_id = ${ctx.workspaceId} and id = ${memberId} for update`.execute(
    ctx.db,
  );
  const { rows } = await sql`
    select from member m where m.workspace_id = ${ctx.workspaceId} and m.id = ${memberId} and m.password_hash is null
      and not exists (select from oidc_subject o where o.workspace_id = m.workspace_id and o.member_id = m.id)
      and not exists (select from provider_subject o where o.workspace_id = m.workspace_id and o.member_id = m.id)
      and array(select p.id from passkey p where p.workspace_id = m.workspace_id and p.member_id = m.id)
        = array[${passkeyId}::uuid]`.execute(ctx.db);
  return rows.length > 0;
}

export function deletePasskey(ctx: Ctx, memberId: string, id: string) {
  return ctx.db
    .deleteFrom('passkey')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The names of those that were deleted. */
export async function deletePasskeys(
  ctx: Ctx,
  memberId: string,
  keep: readonly string[] = [],
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    delete from passkey where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}
      and id <> all (${keep}::uuid[]) returning name`.execute(ctx.db);
  return rows.map(({ name }) => name);
}

/** A passkey by its credential, with its workspace, of a user who is active. */
export function findPasskey(
  database: Database,
  credentialId: string,
): Promise<(PasskeyRow & { readonly workspace_id: WorkspaceId }) | undefined> {
  return read(database, '*', (db) =>
    db
      .selectFrom('passkey_owner as o')
      .innerJoin('passkey as p', (join) =>
        join.onRef('p.workspace_id', '=', 'o.workspace_id').onRef('p.id', '=', 'o.passkey_id'),
      )
      .innerJoin('member as m', (join) =>
        join.onRef('m.workspace_id', '=', 'p.workspace_id').onRef('m.id', '=', 'p.member_id'),
      )
      .where('o.credential_id', '=', credentialId)
      .where('m.is_active', '=', true)
      .selectAll('p')
      .executeTakeFirst(),
  );
}

/**
 * Records a use. False when the counter did not increase, which means that the passkey was copied, or when it was removed
 * meanwhile. Authenticators without a counter always send 0.
 */
export async function usePasskey(ctx: Ctx, id: string, counter: number): Promise<boolean> {
  const { rows } = await sql`
    update passkey set counter = ${counter}, last_used_at = now() where workspace_id = ${ctx.workspaceId} and id = ${id}
      and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning id`.execute(ctx.db);
  return rows.length > 0;
}

/** Whether this is the hash of an invitation that somebody accepted with a passkey. */
export function isInvitationHandle(
  database: Database,
  workspaceId: WorkspaceId,
  handle: Buffer,
): Promise<boolean> {
  return read(database, workspaceId, async (db) => {
    const { rows } = await sql`
      select from invitation where workspace_id = ${workspaceId} and accepted_at is not null
        and sha256(convert_to('invitation ' || id, 'UTF8')) = ${handle} limit 1`.execute(db);
    return rows.length > 0;
  });
}

export async function insertChallenge(
  database: Database,
  row: { readonly challenge_hash: Buffer; readonly purpose: string; readonly expires_at: string },
): Promise<void> {
  await transact(database, '*', (db) => db.insertInto('passkey_challenge').values(row).execute());
}

/** Deletes a challenge. True if it was valid for this purpose. */
export async function consumeChallenge(
  database: Database,
  challengeHash: Buffer,
  purpose: string,
  now: Date,
): Promise<boolean> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<{ is_good: boolean }>`
      delete from passkey_challenge where challenge_hash = ${challengeHash}
      returning purpose = ${purpose} and expires_at > ${now.toISOString()}::timestamptz as is_good`.execute(
      db,
    );
    return rows[0]?.is_good ?? false;
  });
}

export const oldChallenges: ExpiredRows = {
  table: 'passkey_challenge',
  rows: sql`select ctid from passkey_challenge where expires_at < now() order by expires_at`,
};

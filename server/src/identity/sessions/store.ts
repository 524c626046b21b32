import { sql, type Insertable, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Session } from '../../platform/db/schema.gen.ts';
import type { ExpiredRows } from '../../platform/db/purge.ts';

export type SessionRow = Selectable<Session>;

export async function insertSession(
  ctx: Ctx,
  row: Omit<Insertable<Session>, 'workspace_id'>,
  secretHash: Buffer,
): Promise<void> {
  await ctx.db
    .insertInto('session')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
  await ctx.db
    .insertInto('credential')
    .values({ secret_hash: secretHash, workspace_id: ctx.workspaceId, session_id: row.id })
    .execute();
}

/** Every way to sign in ends in a session, so that none forgets that the workspace may allow only its provider. */
export async function isProviderRequired(ctx: Ctx, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select requires_provider(${ctx.workspaceId}, ${memberId}) as required`.execute(ctx.db);
  return rows[0]?.required ?? false;
}

/** Makes the secret of a session void, in whichever workspace that is. */
export async function revokeSecret(ctx: Ctx, secretHash: Buffer): Promise<void> {
  const { rows } = await sql<{ session_id: string }>`
    delete from credential where secret_hash = ${secretHash} and session_id is not null returning session_id
  `.execute(ctx.db);
  const [row] = rows;
  if (row) await deleteSession(ctx, row.session_id);
}

function openSessions(ctx: Ctx, memberId: string) {
  return ctx.db
    .selectFrom('session as s')
    .where('s.workspace_id', '=', ctx.workspaceId)
    .where('s.member_id', '=', memberId)
    .where(sql<boolean>`s.expires_at > now() and s.last_seen_at > now() - interval '7 days'`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('credential as c')
          .whereRef('c.workspace_id', '=', 's.workspace_id')
          .whereRef('c.session_id', '=', 's.id')
          .select('c.session_id'),
      ),
    );
}

export function listSessions(
  ctx: Ctx,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<SessionRow[]> {
  return openSessions(ctx, memberId)
    .selectAll('s')
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countSessions(ctx: Ctx, memberId: string): Promise<number> {
  const row = await openSessions(ctx, memberId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function deleteSession(ctx: Ctx, id: string, memberId?: string): Promise<boolean> {
  const all = ctx.db.deleteFrom('session').where('workspace_id', '=', ctx.workspaceId).where('id', '=', id);
  const own = memberId === undefined ? all : all.where('member_id', '=', memberId);
  return (await own.returning('id').executeTakeFirst()) !== undefined;
}

/** Of one user or, without one, of the workspace. Returns whose sessions were deleted. */
export async function deleteSessions(
  ctx: Ctx,
  {
    memberId,
    exceptId,
    exceptOwners = false,
  }: { readonly memberId?: string; readonly exceptId: string | null; readonly exceptOwners?: boolean },
): Promise<Set<string>> {
  const { rows } = await sql<{ member_id: string }>`
    delete from session where workspace_id = ${ctx.workspaceId}
      and member_id = coalesce(${memberId ?? null}, member_id)
      and id is distinct from ${exceptId}::uuid
      and not (${exceptOwners}::boolean and member_id <> ${ctx.actor.memberId} and exists (select from member m
        where m.workspace_id = session.workspace_id and m.id = session.member_id and m.role = 'owner'))
    returning member_id`.execute(ctx.db);
  return new Set(rows.map((row) => row.member_id));
}

export interface ProviderSessions {
  readonly providerId: string;
  readonly memberId?: string;
  /** As the provider names them. */
  readonly sessions?: readonly string[];
}

/** Those that an identity provider began. Returns whose sessions were deleted. */
export async function deleteProviderSessions(ctx: Ctx, which: ProviderSessions): Promise<Set<string>> {
  const { providerId, memberId, sessions } = which;
  const { rows } = await sql<{ member_id: string }>`
    delete from session where workspace_id = ${ctx.workspaceId} and provider_id = ${providerId}
      and member_id = coalesce(${memberId ?? null}, member_id)
      and (${sessions === undefined} or provider_session = any (${[...(sessions ?? [])]}::text[]))
    returning member_id`.execute(ctx.db);
  return new Set(rows.map((row) => row.member_id));
}

export async function markStrong(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('session')
    .set({ is_strong: true })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Single sign-on has a second factor of its own. */
export async function markWeak(ctx: Ctx, memberId: string): Promise<void> {
  await ctx.db
    .updateTable('session')
    .set({ is_strong: false })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('method', '<>', 'single_sign_on')
    .where('is_strong', '=', true)
    .execute();
}

/** Adds a device of a user. `first`: they had none before; `new`: they had others. */
export async function recordDevice(
  ctx: Ctx,
  memberId: string,
  deviceHash: Buffer,
): Promise<'known' | 'new' | 'first'> {
  const { rows } = await sql<{ is_new: boolean; others: boolean }>`
    with others as (select count(*) > 0 as others from known_device
      where workspace_id = ${ctx.workspaceId} and member_id = ${memberId} and device_hash <> ${deviceHash})
    insert into known_device (workspace_id, member_id, device_hash)
    values (${ctx.workspaceId}, ${memberId}, ${deviceHash})
    on conflict (workspace_id, member_id, device_hash) do update set last_seen_at = now()
    returning xmax = 0 as is_new, (select others from others) as others`.execute(ctx.db);
  const [row] = rows;
  if (!row?.is_new) return 'known';
  return row.others ? 'new' : 'first';
}

export function selectOldDevices(days: number): ExpiredRows {
  const rows = sql`
    select ctid from known_device where last_seen_at < now() - make_interval(days => ${days}) order by last_seen_at`;
  return { table: 'known_device', rows };
}

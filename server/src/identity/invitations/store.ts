import { sql, type Insertable, type Updateable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Ctx } from '../../platform/context.ts';
import type { Invitation } from '../../platform/db/schema.gen.ts';

export type InvitationRow = Awaited<ReturnType<typeof findInvitation>> & object;

function invitations(ctx: Ctx) {
  return ctx.db
    .selectFrom('invitation as i')
    .where('i.workspace_id', '=', ctx.workspaceId)
    .selectAll('i')
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('member as m')
          .whereRef('m.workspace_id', '=', 'i.workspace_id')
          .whereRef('m.id', '=', 'i.invited_by')
          .select(['m.id', 'm.first_name', 'm.last_name', 'm.role', 'm.is_active']),
      ).as('inviter'),
      jsonArrayFrom(
        eb
          .selectFrom('team as t')
          .whereRef('t.workspace_id', '=', 'i.workspace_id')
          .where(sql<boolean>`t.id = any (i.team_ids)`)
          .where('t.deleted_at', 'is', null)
          .select(['t.id', 't.title'])
          .orderBy('t.title'),
      ).as('teams'),
    ]);
}

function openOnes(ctx: Ctx) {
  return invitations(ctx).where('i.accepted_at', 'is', null).where('i.withdrawn_at', 'is', null);
}

export function listInvitations(ctx: Ctx, { limit, offset }: { limit: number; offset: number }) {
  return openOnes(ctx).orderBy('i.created_at', 'desc').orderBy('i.id').limit(limit).offset(offset).execute();
}

export async function countInvitations(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('invitation')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findInvitation(ctx: Ctx, id: string) {
  return invitations(ctx).where('i.id', '=', id).executeTakeFirst();
}

/** The same, locked until the transaction ends: of two that accept at once, the second finds it used. */
export function lockInvitation(ctx: Ctx, id: string) {
  return invitations(ctx).where('i.id', '=', id).forUpdate('i').executeTakeFirst();
}

export function lockOpenInvitation(ctx: Ctx, email: string) {
  return openOnes(ctx).where('i.email', '=', email).forUpdate('i').executeTakeFirst();
}

/** False when somebody has just invited the same address. */
export async function insertInvitation(
  ctx: Ctx,
  row: Omit<Insertable<Invitation>, 'workspace_id'>,
): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('invitation')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'email'])
        .where('accepted_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateInvitation(ctx: Ctx, id: string, changes: Updateable<Invitation>): Promise<void> {
  await ctx.db
    .updateTable('invitation')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Withdraws the open invitations to the address that a user has now. */
export async function closeInvitationsTo(
  ctx: Ctx,
  { memberId }: { readonly memberId: string },
): Promise<void> {
  await sql`update invitation i set withdrawn_at = ${ctx.now.toISOString()}::timestamptz from member m
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${memberId} and i.workspace_id = m.workspace_id
      and i.email = m.email and i.accepted_at is null and i.withdrawn_at is null`.execute(ctx.db);
}

/** Withdraws the open invitations that a user sent. */
export async function closeInvitationsFrom(
  ctx: Ctx,
  { memberId }: { readonly memberId: string },
): Promise<void> {
  await sql`update invitation set withdrawn_at = ${ctx.now.toISOString()}::timestamptz
    where workspace_id = ${ctx.workspaceId} and invited_by = ${memberId} and accepted_at is null
      and withdrawn_at is null`.execute(ctx.db);
}

export function readOrganization(ctx: Ctx): Promise<{ name: string; timezone: string }> {
  return ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .select(['name', 'timezone'])
    .executeTakeFirstOrThrow();
}

import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { allocateId } from '../platform/db/counter.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Team } from '../platform/db/schema.gen.ts';

type Page = { limit: number; offset: number };

export type TeamRow = Selectable<Team>;
export type MembershipRow = Awaited<ReturnType<typeof findMembership>> & object;

export function listTeams(ctx: Ctx, { limit, offset }: Page) {
  return ctx.db
    .selectFrom('team')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('deleted_at', 'is', null)
    .selectAll()
    .orderBy('title')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countTeams(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('team')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** A row lock of PostgreSQL: `key share` prevents deletion, `update` every change. */
export type LockMode = 'key share' | 'update';

export function findTeam(ctx: Ctx, id: string, lock?: LockMode) {
  const team = ctx.db
    .selectFrom('team')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('deleted_at', 'is', null)
    .where('id', '=', id)
    .selectAll();
  const locked = { 'key share': () => team.forKeyShare(), update: () => team.forUpdate() };
  return (lock ? locked[lock]() : team).executeTakeFirst();
}

export function findTeamBySlug(ctx: Ctx, slug: string) {
  return ctx.db
    .selectFrom('team')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('deleted_at', 'is', null)
    .where('slug', '=', slug)
    .selectAll()
    .executeTakeFirst();
}

export function insertTeam(ctx: Ctx, row: Omit<Insertable<Team>, 'workspace_id'>) {
  return ctx.db
    .insertInto('team')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateTeam(ctx: Ctx, id: string, changes: Updateable<Team>) {
  return ctx.db
    .updateTable('team')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTeam(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('team_membership')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('team_id', '=', id)
    .execute();
  await ctx.db
    .updateTable('team')
    .set({ deleted_at: sql`now()` })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

function memberships(ctx: Ctx, teamId: string) {
  return ctx.db
    .selectFrom('team_membership as ms')
    .innerJoin('team', (join) =>
      join.onRef('team.workspace_id', '=', 'ms.workspace_id').onRef('team.id', '=', 'ms.team_id'),
    )
    .innerJoin('member', (join) =>
      join.onRef('member.workspace_id', '=', 'ms.workspace_id').onRef('member.id', '=', 'ms.member_id'),
    )
    .where('ms.workspace_id', '=', ctx.workspaceId)
    .where('ms.team_id', '=', teamId)
    .select([
      'ms.id',
      'ms.role',
      'ms.created_at',
      'ms.updated_at',
      'ms.member_id',
      'member.first_name',
      'member.last_name',
      'member.email',
      'member.slug',
      'team.id as team_id',
      'team.title as team_title',
      'team.slug as team_slug',
    ]);
}

export function listMemberships(ctx: Ctx, teamId: string, { limit, offset }: Page) {
  return memberships(ctx, teamId).orderBy('ms.id').limit(limit).offset(offset).execute();
}

export async function countMemberships(ctx: Ctx, teamId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('team_membership')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('team_id', '=', teamId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findMembership(ctx: Ctx, teamId: string, id: number) {
  return memberships(ctx, teamId).where('ms.id', '=', id).executeTakeFirst();
}

export async function updateMembership(ctx: Ctx, id: number, role: string): Promise<void> {
  await ctx.db
    .updateTable('team_membership')
    .set({ role })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function isTeamManager(ctx: Ctx, teamId: string, memberId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('team_membership')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .where('role', '=', 'manager')
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function isTeamMember(ctx: Ctx, teamId: string, memberId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('team_membership')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the id, or undefined when the user is a member already. */
export async function insertMembership(
  ctx: Ctx,
  row: { team_id: string; member_id: string; role: string },
): Promise<number | undefined> {
  const inserted = await ctx.db
    .insertInto('team_membership')
    .values({ ...row, workspace_id: ctx.workspaceId, id: await allocateId(ctx, 'team_membership') })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'team_id', 'member_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** False when another request has removed it. */
export async function deleteMembership(ctx: Ctx, id: number): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('team_membership')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Returns the users who were members. */
export async function deleteMemberships(
  ctx: Ctx,
  teamId: string,
  memberIds: readonly string[],
): Promise<string[]> {
  const deleted = await ctx.db
    .deleteFrom('team_membership')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('team_id', '=', teamId)
    .where(sql<boolean>`member_id = ${matchAny(memberIds, 'text')}`)
    .returning('member_id')
    .execute();
  return deleted.map((row) => row.member_id);
}

/** Those of the teams that exist. */
export function listTeamsById(ctx: Ctx, ids: readonly string[]) {
  return ctx.db
    .selectFrom('team')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .select(['id', 'title'])
    .orderBy('title')
    .execute();
}

import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { Owner } from './store.ts';

/** Whom a page can belong to and who can host it: look-ups in other slices' tables. */

/** `key share` keeps a row from being deleted until the transaction ends: the page that names it is not written yet. */
export type LockMode = 'key share' | 'none';

export async function findOwnerBySlug(ctx: Ctx, slug: string, lock: LockMode): Promise<Owner | undefined> {
  const row = await ctx.db
    .selectFrom('owner_slug')
    .where('slug', '=', slug)
    .where('workspace_id', '=', ctx.workspaceId)
    .select(['member_id', 'team_id'])
    .executeTakeFirst();
  if (row?.member_id) return findUserAsOwner(ctx, row.member_id);
  return row?.team_id ? findTeamAsOwner(ctx, row.team_id, lock) : undefined;
}

export async function findUserAsOwner(ctx: Ctx, memberId: string): Promise<Owner | undefined> {
  const row = await ctx.db
    .selectFrom('member')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', memberId)
    .where('is_active', '=', true)
    .select('id')
    .executeTakeFirst();
  return row && { owner_member_id: row.id };
}

async function findTeamAsOwner(ctx: Ctx, teamId: string, lock: LockMode): Promise<Owner | undefined> {
  const team = ctx.db
    .selectFrom('team')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .select('id');
  const row = await (lock === 'key share' ? team.forKeyShare() : team).executeTakeFirst();
  return row && { owner_team_id: row.id };
}

export async function findTeamRole(ctx: Ctx, teamId: string): Promise<'member' | 'manager' | undefined> {
  const row = await ctx.db
    .selectFrom('team_membership')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', ctx.actor.memberId)
    .select('role')
    .executeTakeFirst();
  return row?.role as 'member' | 'manager' | undefined;
}

export async function findMemberIdBySlug(ctx: Ctx, slug: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('owner_slug')
    .where('slug', '=', slug)
    .where('workspace_id', '=', ctx.workspaceId)
    .select('member_id')
    .executeTakeFirst();
  return row?.member_id ?? undefined;
}

/** Active members of a team, in the order in which they joined it. */
export async function listActiveTeamMembers(ctx: Ctx, teamId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('team_membership as ms')
    .innerJoin('member', (join) =>
      join.onRef('member.workspace_id', '=', 'ms.workspace_id').onRef('member.id', '=', 'ms.member_id'),
    )
    .where('ms.workspace_id', '=', ctx.workspaceId)
    .where('ms.team_id', '=', teamId)
    .where('member.is_active', '=', true)
    .select('member.id')
    .orderBy('ms.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Active users with one of these addresses (in lower case) or slugs. */
export function findActiveMembers(ctx: Ctx, emails: readonly string[], slugs: readonly string[]) {
  return ctx.db
    .selectFrom('member')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('is_active', '=', true)
    .where((eb) =>
      eb.or([
        eb('email', '=', sql<string>`any(${emails}::text[])`),
        eb('slug', '=', sql<string>`any(${slugs}::text[])`),
      ]),
    )
    .select(['id', 'email', 'slug'])
    .execute();
}

/** Whose schedule it is. */
export async function findScheduleOwner(
  ctx: Ctx,
  scheduleId: string,
  lock: LockMode,
): Promise<string | undefined> {
  const schedule = ctx.db
    .selectFrom('schedule')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', scheduleId)
    .select('member_id');
  const row = await (lock === 'key share' ? schedule.forKeyShare() : schedule).executeTakeFirst();
  return row?.member_id;
}

import type { listEventTypes } from '@daybook/contract/event-types';
import type { Input } from '@daybook/contract/route';
import { findTeamBySlug, isTeamMember } from '../members/public.ts';
import { requireAdmin, isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { forbidden, notFound } from '../platform/problems.ts';
import { findMemberIdBySlug, findTeamRole } from './people.store.ts';
import { canChange, canRead, type PageAccess } from './rules.ts';
import type { PageFilter } from './list.store.ts';
import { findPage, lockPage, type Owner, type PageRow } from './store.ts';

/** What the actor is to pages of this owner, regardless of their hosts. */
export async function loadAccess(ctx: Ctx, owner: Owner): Promise<PageAccess> {
  return {
    isAdmin: isAdmin(ctx.actor),
    isOwner: 'owner_member_id' in owner && owner.owner_member_id === ctx.actor.memberId,
    isHost: false,
    teamRole: 'owner_team_id' in owner ? await findTeamRole(ctx, owner.owner_team_id) : undefined,
  };
}

export async function loadPageAccess(ctx: Ctx, page: PageRow): Promise<PageAccess> {
  const isHost = page.hosts.some((host) => host.member_id === ctx.actor.memberId);
  return { ...(await loadAccess(ctx, getPageOwner(page))), isHost };
}

export function getPageOwner({ owner_member_id, owner_team_id }: PageRow): Owner {
  return owner_team_id === null ? { owner_member_id: owner_member_id ?? '' } : { owner_team_id };
}

export async function loadReadable(ctx: Ctx, id: string): Promise<PageRow> {
  const page = await findPage(ctx, id);
  if (!page) throw notFound('Event type');
  await requireReadable(ctx, page);
  return page;
}

export async function requireReadable(ctx: Ctx, page: PageRow): Promise<void> {
  if (!canRead(await loadPageAccess(ctx, page))) {
    throw forbidden('Only the event type’s hosts, its owner, its team, owners and admins can do this.');
  }
}

/** A page that the actor may change. Locked, a second change waits for the first and sees what it did. */
export async function loadChangeable(
  ctx: Ctx,
  id: string,
  lock?: 'update',
): Promise<{ page: PageRow; access: PageAccess }> {
  if (lock) await lockPage(ctx, id);
  const page = await findPage(ctx, id);
  if (!page) throw notFound('Event type');
  const access = await loadPageAccess(ctx, page);
  if (!canChange(access)) {
    throw forbidden('Only the event type’s owner, managers of its team, owners and admins can do this.');
  }
  return { page, access };
}

type ListQuery = Input<typeof listEventTypes>['query'];

/** Whose pages a list shows: those one hosts, unless the query names a user, a team or all; undefined when there is no such user or team. */
export async function resolveListFilter(
  ctx: Ctx,
  { scope, userSlug, teamSlug, search, isActive }: ListQuery,
): Promise<PageFilter | undefined> {
  if (scope === 'all') requireAdmin(ctx.actor);
  const memberId = userSlug === undefined ? undefined : await findMemberIdBySlug(ctx, userSlug);
  if (userSlug !== undefined && memberId !== ctx.actor.memberId) requireAdmin(ctx.actor);
  const team = teamSlug === undefined ? undefined : await findTeamBySlug(ctx, teamSlug);
  if (team && !isAdmin(ctx.actor) && !(await isTeamMember(ctx, team.id, ctx.actor.memberId))) {
    throw forbidden('Only members of the team, owners and admins can do this.');
  }
  if ((userSlug !== undefined && !memberId) || (teamSlug !== undefined && !team)) return undefined;
  const isOwnList = scope === undefined && userSlug === undefined && teamSlug === undefined;
  return {
    hostId: isOwnList ? ctx.actor.memberId : memberId,
    teamId: team?.id,
    search: search?.trim() || undefined,
    isActive,
  };
}

import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { forbidden, notFound } from '../platform/problems.ts';
import { findMemberIdBySlug, findTeamRole } from './people.store.ts';
import { mayChange, mayRead, type Standing } from './rules.ts';
import { findPage, lockPage, type Owner, type PageRow } from './store.ts';

/** How the actor stands to what this owner owns, before it is known who hosts it. */
export async function standingTo(ctx: Ctx, owner: Owner): Promise<Standing> {
  return {
    isAdmin: isAdmin(ctx.actor),
    isOwner: 'owner_member_id' in owner && owner.owner_member_id === ctx.actor.memberId,
    isHost: false,
    teamRole: 'owner_team_id' in owner ? await findTeamRole(ctx, owner.owner_team_id) : undefined,
  };
}

export async function standingOn(ctx: Ctx, page: PageRow): Promise<Standing> {
  const isHost = page.hosts.some((host) => host.member_id === ctx.actor.memberId);
  return { ...(await standingTo(ctx, ownerOf(page))), isHost };
}

export function ownerOf({ owner_member_id, owner_team_id }: PageRow): Owner {
  return owner_team_id === null ? { owner_member_id: owner_member_id ?? '' } : { owner_team_id };
}

export async function loadReadable(ctx: Ctx, id: string): Promise<PageRow> {
  const page = await findPage(ctx, id);
  if (!page) throw notFound('Event type');
  await demandReadable(ctx, page);
  return page;
}

export async function demandReadable(ctx: Ctx, page: PageRow): Promise<void> {
  if (!mayRead(await standingOn(ctx, page))) {
    throw forbidden('Only a host of the page, its owner or team, an owner or an admin may do this.');
  }
}

/** The page; held until the transaction ends, of two changes at once the second sees what the first did. */
export async function loadChangeable(
  ctx: Ctx,
  id: string,
  hold?: 'change',
): Promise<{ page: PageRow; standing: Standing }> {
  if (hold) await lockPage(ctx, id);
  const page = await findPage(ctx, id);
  if (!page) throw notFound('Event type');
  const standing = await standingOn(ctx, page);
  if (!mayChange(standing)) {
    throw forbidden('Only the owner of the page, a manager of its team, an owner or an admin may do this.');
  }
  return { page, standing };
}

/** Whose pages a list shows: one's own, or those of the named user; undefined when there is no such user. */
export async function whosePages(ctx: Ctx, userSlug: string | undefined): Promise<string | undefined> {
  if (userSlug === undefined) return ctx.actor.memberId;
  const memberId = await findMemberIdBySlug(ctx, userSlug);
  if (!isAdmin(ctx.actor) && memberId !== ctx.actor.memberId) {
    throw forbidden('Only an owner or admin may do this.');
  }
  return memberId;
}

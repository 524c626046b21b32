import { canManageAccess } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/problems.ts';
import {
  deleteGrant,
  deleteMemberGrants,
  listConnections,
  lockConnection,
  type ConnectionRow,
} from './store.ts';

/** 404 and not 403 for a connection that the caller may not end, so that they don't learn that it exists. */
export async function disconnectApp(ctx: Ctx, id: string): Promise<void> {
  const row = await lockConnection(ctx, id);
  if (!row || !canManageAccess(ctx.actor, { id: row.member_id, role: row.role }))
    throw notFound('Connected app');
  await deleteGrant(ctx, row.id);
}

const maxListed = 1000;

export const listMemberConnections = (ctx: Ctx, memberId: string): Promise<ConnectionRow[]> =>
  listConnections(ctx, memberId, { limit: maxListed, offset: 0 });

/** With the sessions of a user, but for those that are kept by name. */
export const endMemberGrants = (ctx: Ctx, memberId: string, keep: readonly string[] = []): Promise<void> =>
  deleteMemberGrants(ctx, memberId, keep);

/** A deactivated user who comes back connects their apps again. */
export const endGrantsOfDeactivated = (
  ctx: Ctx,
  { memberId }: { readonly memberId: string },
): Promise<void> => deleteMemberGrants(ctx, memberId, []);

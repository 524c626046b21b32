import { joinTeam, leaveTeam, updateUser } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import * as groups from './groups.store.ts';
import { listGroupRoles, setGroupRole, type RoleRow } from './users.store.ts';

/** Teams and roles that users have by their groups. Who was in a team before its group stays there without it. */

interface LinkedGroup {
  readonly id: string;
  readonly teamId: string | null;
}

export async function addToGroup(ctx: Ctx, group: LinkedGroup, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await groups.insertGroupMembers(ctx, group.id, ids);
  await joinGroupTeam(ctx, group, ids);
  await applyRoles(ctx, ids);
}

export async function removeFromGroup(ctx: Ctx, group: LinkedGroup, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await leaveGroupTeam(ctx, group, ids);
  await groups.deleteGroupMembers(ctx, group.id, ids);
  await applyRoles(ctx, ids);
}

/** Only active users join: the others do so when they are activated. */
export async function joinGroupTeam(
  ctx: Ctx,
  { id, teamId }: LinkedGroup,
  ids: readonly string[],
): Promise<void> {
  if (teamId === null) return;
  const users = await groups.filterUsers(ctx, ids);
  const active = users.filter((user) => user.is_active).map((user) => user.id);
  await groups.markJoined(ctx, id, await joinTeam(ctx, teamId, active));
}

export async function leaveGroupTeam(
  ctx: Ctx,
  { id, teamId }: LinkedGroup,
  ids: readonly string[],
): Promise<void> {
  if (teamId === null) return;
  await leaveTeam(ctx, teamId, await groups.releaseJoined(ctx, { id, teamId }, ids));
}

export async function applyRoles(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const row of await listGroupRoles(ctx, ids)) {
    const role = findWantedRole(row);
    if (role !== undefined && role !== row.role) await updateUser(ctx, row.id, { role });
    const hasGroupRole = row.group_role !== null;
    if (hasGroupRole !== row.has_group_role) await setGroupRole(ctx, row.id, hasGroupRole);
  }
}

/** A role that came from a group ends with it. Owners are made and unmade here, never by a directory. */
function findWantedRole({
  role,
  group_role: given,
  has_group_role: hadOne,
}: RoleRow): 'admin' | 'user' | undefined {
  if (role === 'owner') return undefined;
  return given ?? (hadOne ? 'user' : undefined);
}

/** Everything that the groups of a user give, once they are activated. */
export async function applyUserGroups(ctx: Ctx, memberId: string): Promise<void> {
  for (const group of await groups.listUserGroups(ctx, memberId)) await joinGroupTeam(ctx, group, [memberId]);
  await applyRoles(ctx, [memberId]);
}

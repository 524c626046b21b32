import { joinTeam, leaveTeam, lockUsers, updateUser } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import * as groups from './groups.store.ts';
import type { LinkedGroup } from './groups.store.ts';
import { listGroupRoles, setGroupRole, type RoleRow } from './users.store.ts';

/**
 * Teams and roles that users have by their groups. Users who were in a team before its group stay there without it. Every change locks
 * the group, then owners and users, then the team, so that none waits for another in a circle.
 */

/** Adds locked users. */
export async function addToGroup(ctx: Ctx, group: LinkedGroup, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await groups.insertGroupMembers(ctx, group.id, ids);
  if (group.role !== null) await applyRoles(ctx, ids);
  await joinGroupTeam(ctx, group, ids);
}

export async function removeFromGroup(ctx: Ctx, group: LinkedGroup, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockUsers(ctx, ids);
  await leaveGroupTeam(ctx, group, ids);
  await groups.deleteGroupMembers(ctx, group.id, ids);
  if (group.role !== null) await applyRoles(ctx, ids);
}

type TeamOfGroup = Pick<LinkedGroup, 'id' | 'teamId'>;

/** Only active users join: the others do so when they are activated. */
export async function joinGroupTeam(
  ctx: Ctx,
  { id, teamId }: TeamOfGroup,
  ids: readonly string[],
): Promise<void> {
  if (teamId === null) return;
  await groups.lockTeam(ctx, teamId);
  const users = await groups.filterUsers(ctx, ids);
  const active = users.filter((user) => user.is_active).map((user) => user.id);
  await groups.markJoined(ctx, id, await joinTeam(ctx, teamId, active));
}

export async function leaveGroupTeam(
  ctx: Ctx,
  { id, teamId }: TeamOfGroup,
  ids: readonly string[],
): Promise<void> {
  if (teamId === null) return;
  await groups.lockTeam(ctx, teamId);
  await leaveTeam(ctx, teamId, await groups.releaseJoined(ctx, { id, teamId }, ids));
}

/** Of locked users: of two groups that change a role at once, the second sees the first. */
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
  await applyRoles(ctx, [memberId]);
  for (const group of await groups.listUserGroups(ctx, memberId)) await joinGroupTeam(ctx, group, [memberId]);
}

import type { scimGroupChanges } from '@daybook/contract/scim';
import type { z } from 'zod';
import { listTeamsById, lockUsers } from '../members/public.ts';
import { requireRecentSession } from '../platform/auth/recent-session.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { invalidField, notFound } from '../platform/problems.ts';
import { addToGroup, applyRoles, joinGroupTeam, leaveGroupTeam, removeFromGroup } from './apply-groups.ts';
import { applyToGroup, emptyGroup, type GroupDraft } from './group.rules.ts';
import * as store from './groups.store.ts';
import { asObject, expandObject, parseOperations } from './patch.rules.ts';
import { invalidValue, scimProblem } from './scim-problem.ts';
import { requireText } from './user.rules.ts';
import { lockName } from './users.store.ts';
import { requireVersion } from './version.ts';
import { getGroupVersion } from './view.ts';

export async function loadGroup(ctx: Ctx, id: string, withMembers: boolean): Promise<store.GroupRow> {
  const group = await store.findGroup(ctx, id, withMembers);
  if (!group) throw scimProblem(404, `Group ${id} not found.`);
  return group;
}

export async function createGroup(ctx: Ctx, body: unknown): Promise<string> {
  const draft = applyToGroup(emptyGroup, expandObject('replace', asObject(body, 'The body')));
  const { externalId, memberIds } = draft;
  const id = generateUuid();
  const displayName = requireText('displayName', draft.displayName);
  await rejectTakenName(ctx, displayName, id);
  await store.insertGroup(ctx, { id, displayName, externalId });
  await addMembers(ctx, { id, teamId: null, role: null }, [...memberIds]);
  return id;
}

/** PUT: what is left out is removed, members included. */
export function replaceGroup(
  ctx: Ctx,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<void> {
  const given = expandObject('replace', asObject(body, 'The body'));
  return changeGroup(ctx, id, ifMatch, () => applyToGroup(emptyGroup, given));
}

export function patchGroup(ctx: Ctx, id: string, body: unknown, ifMatch: string | undefined): Promise<void> {
  const operations = parseOperations(body);
  return changeGroup(ctx, id, ifMatch, (draft) => applyToGroup(draft, operations));
}

async function changeGroup(
  ctx: Ctx,
  id: string,
  ifMatch: string | undefined,
  change: (draft: GroupDraft) => GroupDraft,
): Promise<void> {
  const before = await lockGroup(ctx, id, ifMatch);
  const memberIds = new Set(await store.listMemberIds(ctx, id));
  const draft = change({ displayName: before.display_name, externalId: before.external_id, memberIds });
  const { externalId } = draft;
  const displayName = requireText('displayName', draft.displayName);
  const removed = [...memberIds].filter((memberId) => !draft.memberIds.has(memberId));
  const added = [...draft.memberIds].filter((memberId) => !memberIds.has(memberId));
  const isRenamed = displayName !== before.display_name;
  if (isRenamed) await rejectTakenName(ctx, displayName, id);
  // What is sent again leaves the version as it is.
  if (isRenamed || externalId !== before.external_id || removed.length > 0 || added.length > 0)
    await store.updateGroup(ctx, id, { display_name: displayName, external_id: externalId });
  const group = { id, teamId: before.team_id, role: before.role };
  await removeFromGroup(ctx, group, removed);
  await addMembers(ctx, group, added);
}

async function addMembers(ctx: Ctx, group: store.LinkedGroup, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await lockUsers(ctx, ids);
  const known = new Set((await store.filterUsers(ctx, ids)).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw invalidValue(`No user has the id ${unknown.slice(0, 100)}.`);
  await addToGroup(ctx, group, ids);
}

export async function deleteGroup(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<void> {
  const { team_id: teamId, role } = await lockGroup(ctx, id, ifMatch);
  await removeFromGroup(ctx, { id, teamId, role }, await store.listMemberIds(ctx, id));
  await store.deleteGroup(ctx, id);
}

async function lockGroup(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<store.GroupRow> {
  const group = await store.lockGroup(ctx, id);
  if (!group) throw scimProblem(404, `Group ${id} not found.`);
  requireVersion(ifMatch, getGroupVersion(group));
  return group;
}

async function rejectTakenName(ctx: Ctx, displayName: string, id: string): Promise<void> {
  await lockName(ctx, 'group', displayName);
  if (await store.hasOtherGroup(ctx, displayName, id))
    throw scimProblem(409, 'A group with this displayName already exists.', 'uniqueness');
}

/** What members of a group get here, as an admin chooses it. */
export async function linkGroup(
  ctx: Ctx,
  id: string,
  { teamUuid, role }: z.output<typeof scimGroupChanges>,
): Promise<store.GroupRow> {
  if (role === 'admin') await requireRecentSession(ctx);
  const before = await store.lockGroup(ctx, id);
  if (!before) throw notFound('Group');
  if (teamUuid && (await listTeamsById(ctx, [teamUuid])).length === 0)
    throw invalidField('teamUuid', 'No team in this workspace has this ID.');
  const memberIds = await store.listMemberIds(ctx, id);
  if (role !== undefined && role !== before.role) {
    await store.updateGroup(ctx, id, { role });
    await lockUsers(ctx, memberIds);
    await applyRoles(ctx, memberIds);
  }
  if (teamUuid !== undefined && teamUuid !== before.team_id) {
    await leaveGroupTeam(ctx, { id, teamId: before.team_id }, memberIds);
    await store.updateGroup(ctx, id, { team_id: teamUuid });
    await joinGroupTeam(ctx, { id, teamId: teamUuid }, memberIds);
  }
  return (await store.findGroup(ctx, id, false)) ?? before;
}

import type { newMembership } from '@daybook/contract/members';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { conflict, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { membershipDeleted } from './events.ts';
import { findMemberByEmail, findMemberBySlug, type MemberWithTeams } from './store.ts';
import {
  deleteMembership,
  deleteMemberships,
  findMembership,
  insertMembership,
  updateMembership,
  type MembershipRow,
} from './teams.store.ts';
import { requireTeamManager, loadTeam } from './teams.ts';

type Fields = z.output<typeof newMembership>;

export async function addMember(ctx: Ctx, teamId: string, fields: Fields): Promise<MembershipRow> {
  const team = await loadTeam(ctx, teamId, 'key share');
  throwIfInvalid(await validateMembership(ctx, fields, { params: { teamId } }));
  const member = await findActiveUser(ctx, fields);
  if (!member) throw conflict('This user was just deactivated.');
  const id = await insertMembership(ctx, { team_id: team.id, member_id: member.id, role: fields.role });
  if (id === undefined) throw conflict('This user is already a member of the team.');
  return loadMembership(ctx, team.id, id);
}

/** Throws 404 or 403 for callers who may not add to the team. The contract validates that one of email and slug is given. */
export async function validateMembership(
  ctx: Ctx,
  { email, slug }: Partial<Fields>,
  { params }: { readonly params: { readonly teamId: string } },
): Promise<FieldErrors> {
  const team = await loadTeam(ctx, params.teamId);
  await requireTeamManager(ctx, team.id);
  if (email === undefined && slug === undefined) return {};
  if (await findActiveUser(ctx, { email, slug })) return {};
  const field = email === undefined ? 'slug' : 'email';
  return { [field]: [`No active user in this workspace has this ${field}.`] };
}

async function findActiveUser(
  ctx: Ctx,
  { email, slug = '' }: Pick<Fields, 'email' | 'slug'>,
): Promise<MemberWithTeams | undefined> {
  const member = await (email === undefined ? findMemberBySlug(ctx, slug) : findMemberByEmail(ctx, email));
  return member?.is_active ? member : undefined;
}

/** Adds active users to a team. Returns those who weren't members before. */
export async function joinTeam(ctx: Ctx, teamId: string, memberIds: readonly string[]): Promise<string[]> {
  const joined: string[] = [];
  for (const memberId of memberIds) {
    const id = await insertMembership(ctx, { team_id: teamId, member_id: memberId, role: 'member' });
    if (id !== undefined) joined.push(memberId);
  }
  return joined;
}

/** Removes users from a team, as far as they are members. */
export async function leaveTeam(ctx: Ctx, teamId: string, memberIds: readonly string[]): Promise<void> {
  for (const memberId of await deleteMemberships(ctx, teamId, memberIds))
    await ctx.publish(membershipDeleted, { teamId, memberId });
}

export async function changeMember(
  ctx: Ctx,
  teamId: string,
  id: number,
  role: Fields['role'],
): Promise<MembershipRow> {
  const team = await loadTeam(ctx, teamId);
  await requireTeamManager(ctx, team.id);
  await updateMembership(ctx, (await loadMembership(ctx, team.id, id)).id, role);
  return loadMembership(ctx, team.id, id);
}

export async function removeMember(ctx: Ctx, teamId: string, id: number): Promise<void> {
  const team = await loadTeam(ctx, teamId);
  await requireTeamManager(ctx, team.id);
  const membership = await loadMembership(ctx, team.id, id);
  if (!(await deleteMembership(ctx, membership.id))) throw notFound('Membership');
  await ctx.publish(membershipDeleted, { teamId: team.id, memberId: membership.member_id });
}

async function loadMembership(ctx: Ctx, teamId: string, id: number): Promise<MembershipRow> {
  const membership = await findMembership(ctx, teamId, id);
  if (!membership) throw notFound('Membership');
  return membership;
}

import type { newMembership } from '@daybook/contract/members';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { conflict, invalid, notFound, type FieldErrors } from '../platform/problems.ts';
import { findMemberByEmail, findMemberBySlug } from './store.ts';
import { deleteMembership, findMembership, insertMembership, type MembershipRow } from './teams.store.ts';
import { demandTeamManager, loadTeam } from './teams.ts';

type Who = Partial<z.output<typeof newMembership>>;

export async function addMember(
  ctx: Ctx,
  teamId: string,
  body: z.output<typeof newMembership>,
): Promise<MembershipRow> {
  const team = await loadTeam(ctx, teamId, 'deletion');
  await demandTeamManager(ctx, team.id);
  const member = await findNamed(ctx, body);
  if (!member) throw invalid(nobodyNamed(body));
  const id = await insertMembership(ctx, { team_id: team.id, member_id: member.id, role: body.role });
  if (id === undefined) throw conflict('This user is already a member of the team.');
  return loadMembership(ctx, team.id, id);
}

/** What adding would find wrong. */
export async function validateMembership(
  ctx: Ctx,
  who: Who,
  { params }: { readonly params: { readonly teamId: string } },
): Promise<FieldErrors> {
  const team = await loadTeam(ctx, params.teamId);
  await demandTeamManager(ctx, team.id);
  const isNamed = who.email !== undefined || who.slug !== undefined;
  return isNamed && !(await findNamed(ctx, who)) ? nobodyNamed(who) : {};
}

export async function removeMember(ctx: Ctx, teamId: string, id: number): Promise<void> {
  const team = await loadTeam(ctx, teamId);
  await demandTeamManager(ctx, team.id);
  const membership = await loadMembership(ctx, team.id, id);
  if (!(await deleteMembership(ctx, membership.id))) throw notFound('Membership');
}

/** The contract has made sure that exactly one of the two is given. */
async function findNamed(ctx: Ctx, { email, slug }: Who) {
  const member =
    email === undefined ? await findMemberBySlug(ctx, slug ?? '') : await findMemberByEmail(ctx, email);
  return member?.is_active ? member : undefined;
}

function nobodyNamed({ email }: Who): FieldErrors {
  const field = email === undefined ? 'slug' : 'email';
  return { [field]: [`No active user of this workspace has this ${field}.`] };
}

async function loadMembership(ctx: Ctx, teamId: string, id: number): Promise<MembershipRow> {
  const membership = await findMembership(ctx, teamId, id);
  if (!membership) throw notFound('Membership');
  return membership;
}

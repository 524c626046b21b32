import type { newTeam, teamChanges } from '@daybook/contract/members';
import type { z } from 'zod';
import { isAdmin, demandAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { forbidden, invalidField, notFound, type FieldErrors } from '../platform/problems.ts';
import {
  claimFreeSlug,
  claimSlug,
  isReservedSlug,
  releaseSlug,
  slugFrom,
  slugIsTaken,
} from '../platform/slugs.ts';
import { teamDeleted } from './events.ts';
import {
  deleteTeam,
  findTeam,
  insertTeam,
  managesTeam,
  updateTeam,
  type Hold,
  type TeamRow,
} from './teams.store.ts';
import { takenNames } from './taken.ts';

type Changes = z.output<typeof teamChanges>;

export async function createTeam(ctx: Ctx, { title, slug }: z.output<typeof newTeam>): Promise<TeamRow> {
  demandAdmin(ctx.actor);
  const id = newUuid();
  const team = await insertTeam(ctx, { id, title, slug: slug ?? '' });
  if (slug !== undefined) {
    await takeSlug(ctx, slug, id);
    return team;
  }
  const free = await claimFreeSlug(ctx, slugFrom(title, 'team-page'), { team_id: id });
  return updateTeam(ctx, id, { title, slug: free });
}

export async function changeTeam(ctx: Ctx, id: string, changes: Changes): Promise<TeamRow> {
  const team = await loadTeam(ctx, id, 'change');
  await demandTeamManager(ctx, id);
  const { title = team.title, slug = team.slug } = changes;
  if (slug !== team.slug) {
    await takeSlug(ctx, slug, id);
    await releaseSlug(ctx, team.slug);
  }
  return updateTeam(ctx, id, { title, slug });
}

/** What creating would find wrong. */
export async function validateNewTeam(ctx: Ctx, { slug }: Changes): Promise<FieldErrors> {
  demandAdmin(ctx.actor);
  return takenNames(ctx, { slug });
}

/** What changing would find wrong. */
export async function validateTeam(
  ctx: Ctx,
  { slug }: Changes,
  { params }: { readonly params: { readonly teamId: string } },
): Promise<FieldErrors> {
  const team = await loadTeam(ctx, params.teamId);
  await demandTeamManager(ctx, team.id);
  return takenNames(ctx, { slug }, team);
}

export async function removeTeam(ctx: Ctx, id: string): Promise<void> {
  const team = await loadTeam(ctx, id, 'change');
  demandAdmin(ctx.actor);
  await deleteTeam(ctx, id);
  await releaseSlug(ctx, team.slug);
  await ctx.publish(teamDeleted, { teamId: id });
}

export async function loadTeam(ctx: Ctx, id: string, against?: Hold): Promise<TeamRow> {
  const team = await findTeam(ctx, id, against);
  if (!team) throw notFound('Team');
  return team;
}

export async function demandTeamManager(ctx: Ctx, teamId: string): Promise<void> {
  if (isAdmin(ctx.actor) || (await managesTeam(ctx, teamId, ctx.actor.memberId))) return;
  throw forbidden('Only an owner, an admin or a manager of the team may do this.');
}

async function takeSlug(ctx: Ctx, slug: string, teamId: string): Promise<void> {
  if (isReservedSlug(slug) || !(await claimSlug(ctx, slug, { team_id: teamId }))) {
    throw invalidField('slug', slugIsTaken);
  }
}

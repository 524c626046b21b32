import type { newTeam, teamChanges } from '@daybook/contract/members';
import type { z } from 'zod';
import { deleteImage } from '../images/public.ts';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { forbidden, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { claimFreeSlug, releaseSlug, createSlug } from '../platform/slugs.ts';
import { teamDeleted } from './events.ts';
import { claimGivenSlug, validateNames } from './names.ts';
import {
  deleteTeam,
  findTeam,
  insertTeam,
  isTeamManager,
  updateTeam,
  type LockMode,
  type TeamRow,
} from './teams.store.ts';

type Fields = z.output<typeof newTeam>;
type Changes = z.output<typeof teamChanges>;

export async function createTeam(ctx: Ctx, fields: Fields): Promise<TeamRow> {
  throwIfInvalid(await validateNewTeam(ctx, fields));
  const { title, slug } = fields;
  const id = generateUuid();
  const team = await insertTeam(ctx, { id, title, slug: slug ?? '' });
  if (slug !== undefined) {
    await claimGivenSlug(ctx, slug, { team_id: id });
    return team;
  }
  const free = await claimFreeSlug(ctx, createSlug(title, 'team-page'), { team_id: id });
  return updateTeam(ctx, id, { title, slug: free });
}

/** Throws 403 for callers who may not create teams. */
export async function validateNewTeam(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  return validateNames(ctx, fields);
}

export async function changeTeam(ctx: Ctx, id: string, changes: Changes): Promise<TeamRow> {
  const before = await loadTeam(ctx, id, 'update');
  throwIfInvalid(await validateTeam(ctx, changes, { params: { teamId: id } }));
  const { title = before.title, slug = before.slug } = changes;
  if (slug !== before.slug) {
    await claimGivenSlug(ctx, slug, { team_id: id });
    await releaseSlug(ctx, before.slug);
  }
  return updateTeam(ctx, id, { title, slug });
}

/** Throws 404 or 403 for callers who may not change the team. */
export async function validateTeam(
  ctx: Ctx,
  { slug }: Changes,
  { params }: { readonly params: { readonly teamId: string } },
): Promise<FieldErrors> {
  const before = await loadTeam(ctx, params.teamId);
  await requireTeamManager(ctx, before.id);
  return validateNames(ctx, { slug }, { slug: before.slug });
}

export async function removeTeam(ctx: Ctx, id: string): Promise<void> {
  const team = await loadTeam(ctx, id, 'update');
  await deleteTeam(ctx, id);
  await deleteImage(ctx, id);
  await releaseSlug(ctx, team.slug);
  await ctx.publish(teamDeleted, { teamId: id });
}

export async function loadTeam(ctx: Ctx, id: string, lock?: LockMode): Promise<TeamRow> {
  const team = await findTeam(ctx, id, lock);
  if (!team) throw notFound('Team');
  return team;
}

export async function requireTeamManager(ctx: Ctx, teamId: string): Promise<void> {
  if (isAdmin(ctx.actor) || (await isTeamManager(ctx, teamId, ctx.actor.memberId))) return;
  throw forbidden('Only owners, admins and managers of the team can do this.');
}

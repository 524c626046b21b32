import { otherVersion } from '@daybook/contract/event-types';
import type { Ctx } from '../platform/context.ts';
import { sanitizeHtml } from '../platform/html.ts';
import { isExpected } from '../platform/http/etag.ts';
import { conflict, forbidden, invalidField, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { loadChangeable, getPageOwner } from './access.ts';
import { seatsAdded } from './events.ts';
import { reloadPage } from './create.ts';
import { resolveNeeds } from './needs.ts';
import { closeLinksWith } from './links.store.ts';
import {
  validatePage,
  getLocations,
  resolveHosts,
  slugIsTaken,
  assignLocationIds,
  writeQuestions,
} from './parts.ts';
import { resetTurns, setHosts } from './parts.store.ts';
import type { LockMode } from './people.store.ts';
import {
  mergeSettings,
  canAssignHosts,
  omitUncertainErrors,
  type PageInput,
  type PageAccess,
} from './rules.ts';
import { deletePage, deleteHostOfTeamPages, deletePagesOfTeam, updatePage, type PageRow } from './store.ts';

/** Changes what is given and validates the page as a whole. The owner stays. */
export async function updateEventType(
  ctx: Ctx,
  id: string,
  given: PageInput,
  ifMatch?: string,
): Promise<PageRow> {
  const before = await loadChangeable(ctx, id, 'update');
  const { page } = before;
  if (!isExpected(ifMatch, page.updated_at)) throw conflict(otherVersion);
  const { hosts, settings, errors } = await draftPage(ctx, before, given, 'key share');
  throwIfInvalid(errors);

  const description = given.description === undefined ? page.description : sanitizeHtml(given.description);
  const locations = given.locations ? assignLocationIds(given.locations, getLocations(page)) : page.locations;
  const resources = given.resources ? await resolveNeeds(ctx, given.resources) : page.resources;
  const written = await updatePage(ctx, id, { ...settings, locations, resources, description });
  if (!written) throw invalidField('slug', slugIsTaken);

  if (given.hosts) await setHosts(ctx, id, hosts);
  if (settings.balance !== page.balance) await resetTurns(ctx, id);
  const isResumed = settings.is_active && !page.is_active;
  if (isResumed || settings.max_active_invitees > page.max_active_invitees) {
    await ctx.publish(seatsAdded, { eventTypeId: id });
  }
  if (given.inviteeQuestions) await writeQuestions(ctx, id, given.inviteeQuestions);
  return reloadPage(ctx, id);
}

/** The errors that changing would answer with. */
export async function validateEventType(
  ctx: Ctx,
  given: PageInput,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const { errors } = await draftPage(ctx, await loadChangeable(ctx, params.uuid), given, 'none');
  return omitUncertainErrors(errors, given);
}

/** The page as it would be, with every error in it: for changing, and for a request that breaks the contract. */
export async function draftPage(
  ctx: Ctx,
  { page, access }: { readonly page: PageRow; readonly access: PageAccess },
  given: PageInput,
  lock: LockMode,
) {
  const errors: FieldErrors = {};
  const hosts = given.hosts ? await resolveHosts(ctx, given.hosts, lock, errors) : page.hosts;
  const present = new Set([ctx.actor.memberId, ...page.hosts.map((host) => host.member_id)]);
  if (!canAssignHosts(access) && hosts.some((host) => !present.has(host.member_id))) {
    throw forbidden('Only owners, admins and managers of the team can do this for others.');
  }
  const settings = mergeSettings(page, given);
  await validatePage(ctx, { given, settings, owner: getPageOwner(page), hosts, page, lock }, errors);
  return { hosts, settings, errors };
}

/** Events booked on it stay as they are; its links lead nowhere and its slug is free again. */
export async function deleteEventType(ctx: Ctx, id: string): Promise<void> {
  const { page } = await loadChangeable(ctx, id, 'update');
  await deletePage(ctx, page.id);
}

/** A team that is gone has no pages; what was booked on them stays. */
export async function removePagesOfTeam(ctx: Ctx, { teamId }: { readonly teamId: string }): Promise<void> {
  await deletePagesOfTeam(ctx, teamId);
}

/** Who has left a team no longer hosts its pages, and is not met through their collective links; what they have been booked for stays theirs. */
export async function removeHostFromTeamPages(
  ctx: Ctx,
  { teamId, memberId }: { readonly teamId: string; readonly memberId: string },
): Promise<void> {
  await deleteHostOfTeamPages(ctx, teamId, memberId);
  await closeLinksWith(ctx, teamId, memberId);
}

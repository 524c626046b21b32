import type { Ctx } from '../platform/context.ts';
import { sanitizeHtml } from '../platform/html.ts';
import { forbidden, invalidField, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { loadChangeable, ownerOf } from './access.ts';
import { reload } from './create.ts';
import { checkPage, locationsOf, namedHosts, slugIsTaken, withIds, writeQuestions } from './parts.ts';
import { setHosts } from './parts.store.ts';
import type { Hold } from './people.store.ts';
import { changedSettings, mayName, withoutGuesses, type Given, type Standing } from './rules.ts';
import { deletePage, deletePagesOfTeam, updatePage, type PageRow } from './store.ts';

/** Changes what is given and checks the page as a whole, as it would be. The owner stays. */
export async function updateEventType(ctx: Ctx, id: string, given: Given): Promise<PageRow> {
  const before = await loadChangeable(ctx, id, 'change');
  const { page } = before;
  const { hosts, settings, errors } = await plan(ctx, before, given, 'deletion');
  throwIfInvalid(errors);

  const description = given.description === undefined ? page.description : sanitizeHtml(given.description);
  const locations = given.locations ? withIds(given.locations, locationsOf(page)) : page.locations;
  const written = await updatePage(ctx, id, { ...settings, locations, description });
  if (!written) throw invalidField('slug', slugIsTaken);

  if (given.hosts) await setHosts(ctx, id, hosts);
  if (given.inviteeQuestions) await writeQuestions(ctx, id, given.inviteeQuestions);
  return reload(ctx, id);
}

/** What changing would find wrong. */
export async function validateEventType(
  ctx: Ctx,
  given: Given,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  const { errors } = await plan(ctx, await loadChangeable(ctx, params.uuid), given, 'none');
  return withoutGuesses(errors, given);
}

/** The page as it would be, with all that is wrong with it. */
async function plan(
  ctx: Ctx,
  { page, standing }: { readonly page: PageRow; readonly standing: Standing },
  given: Given,
  hold: Hold,
) {
  const errors: FieldErrors = {};
  const hosts = given.hosts ? await namedHosts(ctx, given.hosts, errors) : page.hosts;
  const present = new Set([ctx.actor.memberId, ...page.hosts.map((host) => host.member_id)]);
  if (!mayName(standing) && hosts.some((host) => !present.has(host.member_id))) {
    throw forbidden('Only an owner or admin, or a manager of the team, may do this for others.');
  }
  const settings = changedSettings(page, given);
  await checkPage(ctx, { given, settings, owner: ownerOf(page), hosts, page, hold }, errors);
  return { hosts, settings, errors };
}

/** Events booked on it stay as they are; its links lead nowhere and its slug is free again. */
export async function deleteEventType(ctx: Ctx, id: string): Promise<void> {
  const { page } = await loadChangeable(ctx, id, 'change');
  await deletePage(ctx, page.id);
}

/** A team that is gone has no pages; what was booked on them stays. */
export async function removePagesOfTeam(ctx: Ctx, { teamId }: { readonly teamId: string }): Promise<void> {
  await deletePagesOfTeam(ctx, teamId);
}

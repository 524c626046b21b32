import type { newEventType } from '@daybook/contract/event-types';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { sanitizeHtml } from '../platform/html.ts';
import { generateUuid } from '../platform/ids.ts';
import { forbidden, invalid, invalidField, notFound, type FieldErrors } from '../platform/problems.ts';
import { isReservedSlug, createSlug } from '../platform/slugs.ts';
import { loadAccess } from './access.ts';
import { resolveNeeds } from './needs.ts';
import { validatePage, resolveHosts, slugIsTaken, assignLocationIds, writeQuestions } from './parts.ts';
import { findOwnerBySlug, findUserAsOwner, listActiveTeamMembers, type LockMode } from './people.store.ts';
import { canChange, canAssignHosts, buildNewSettings, omitUncertainErrors } from './rules.ts';
import { setHosts, type HostSettings } from './parts.store.ts';
import { findBrandColor, findPage, insertPage, type Owner, type PageRow, type Settings } from './store.ts';

type Fields = z.output<typeof newEventType>;

export async function createEventType(ctx: Ctx, fields: Fields): Promise<PageRow> {
  const { owner, hosts, settings, errors } = await draftPage(ctx, fields, 'key share');
  if (!owner || !hosts || Object.keys(errors).length > 0) throw invalid(errors);

  const id = generateUuid();
  const locations = assignLocationIds(fields.locations ?? [], []);
  const resources = await resolveNeeds(ctx, fields.resources ?? []);
  const page = { ...settings, locations, resources, description: sanitizeHtml(settings.description) };
  if (fields.slug === undefined) await insertWithFreeSlug(ctx, id, owner, page);
  else if (!(await insertPage(ctx, id, owner, page))) throw invalidField('slug', slugIsTaken);
  await setHosts(ctx, id, hosts);
  await writeQuestions(ctx, id, fields.inviteeQuestions ?? []);
  return reloadPage(ctx, id);
}

/** The errors that creating would answer with. */
export async function validateNewEventType(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  const { errors } = await draftPage(ctx, { title: '', type: 'ONE_ON_ONE', ...fields }, 'none');
  return omitUncertainErrors(errors, fields);
}

export async function reloadPage(ctx: Ctx, id: string): Promise<PageRow> {
  const page = await findPage(ctx, id);
  if (!page) throw notFound('Event type');
  return page;
}

/** The page as it would be, with every error in it: for creating, and for a request that breaks the contract. */
async function draftPage(ctx: Ctx, fields: Fields, lock: LockMode) {
  const errors: FieldErrors = {};
  const owner = await findOwner(ctx, fields.ownerSlug, lock);
  if (!owner) errors['ownerSlug'] = ['No active user or team in this workspace has this slug.'];
  const hosts = await chooseHosts(ctx, owner, fields, lock, errors);
  if (owner) await requireAllowed(ctx, owner, hosts ?? []);
  const settings = buildNewSettings({ ...fields, color: fields.color ?? (await findBrandColor(ctx)) });
  await validatePage(ctx, { given: fields, settings, owner, hosts, lock }, errors);
  return { owner, hosts, settings, errors };
}

function findOwner(ctx: Ctx, slug: string | undefined, lock: LockMode): Promise<Owner | undefined> {
  return slug === undefined ? findUserAsOwner(ctx, ctx.actor.memberId) : findOwnerBySlug(ctx, slug, lock);
}

/** Those who are named; else the owner, or everyone in the team. */
async function chooseHosts(
  ctx: Ctx,
  owner: Owner | undefined,
  { hosts }: Fields,
  lock: LockMode,
  errors: FieldErrors,
): Promise<HostSettings[] | undefined> {
  if (hosts) return resolveHosts(ctx, hosts, lock, errors);
  if (!owner) return undefined;
  const ids =
    'owner_member_id' in owner
      ? [owner.owner_member_id]
      : await listActiveTeamMembers(ctx, owner.owner_team_id);
  const equal = { weight: 1, priority: 0, daily_limit: null, weekly_limit: null, schedule_id: null };
  return ids.map((id) => ({ member_id: id, ...equal }));
}

async function requireAllowed(ctx: Ctx, owner: Owner, hosts: readonly HostSettings[]): Promise<void> {
  const access = await loadAccess(ctx, owner);
  const others = hosts.some((host) => host.member_id !== ctx.actor.memberId);
  if (canChange(access) && (!others || canAssignHosts(access))) return;
  throw forbidden('Only owners, admins and managers of the team can do this for others.');
}

/** Words that no owner may have as a slug are fine for a page, which stands below its owner. */
function slugOf(title: string): string {
  const word = title.toLowerCase();
  return createSlug(title, word.length > 1 && isReservedSlug(word) ? word : 'meeting');
}

/** Uses the first free one of `slug`, `slug-2`, `slug-3` and so on. */
async function insertWithFreeSlug(
  ctx: Ctx,
  id: string,
  owner: Owner,
  page: Settings,
  attempt = 1,
): Promise<void> {
  const wanted = slugOf(page.title);
  const slug = attempt === 1 ? wanted : `${wanted}-${attempt}`;
  if (await insertPage(ctx, id, owner, { ...page, slug })) return;
  await insertWithFreeSlug(ctx, id, owner, page, attempt + 1);
}

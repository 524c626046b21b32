import type { pageLocation } from '@daybook/contract/event-types';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { allocateId } from '../platform/db/counter.ts';
import { generateShortId } from '../platform/ids.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { listLinkPrices } from './links.store.ts';
import { validateNeeds } from './needs.ts';
import { findActiveMembers, findScheduleOwner, type LockMode } from './people.store.ts';
import { findPriceProblem } from './price.rules.ts';
import { validateSettings, type PageInput } from './rules.ts';
import { setQuestions, type HostSettings } from './parts.store.ts';
import { hasPaymentAccount, isSlugTaken, type Owner, type PageRow, type Settings } from './store.ts';

/** What a page is made of besides its own row, and what can be wrong with it. */

type GivenHosts = NonNullable<PageInput['hosts']>;
type GivenQuestions = NonNullable<PageInput['inviteeQuestions']>;
type GivenLocations = NonNullable<PageInput['locations']>;
type PageLocation = z.output<typeof pageLocation>;

/** Looks up the given hosts. A host who is unknown or named twice becomes an error, by position. */
export async function resolveHosts(
  ctx: Ctx,
  given: GivenHosts,
  lock: LockMode,
  errors: FieldErrors,
): Promise<HostSettings[]> {
  const idOf = await lookUp(ctx, given);
  const hosts = new Map<string, HostSettings>();
  for (const [index, host] of given.entries()) {
    const id = idOf(host);
    const field = host.email === undefined ? 'slug' : 'email';
    if (id === undefined) {
      errors[`hosts.${index}.${field}`] = [`No active user in this workspace has this ${field}.`];
    } else if (hosts.has(id)) {
      errors[`hosts.${index}.${field}`] = ['This user is already listed.'];
    } else {
      const { weight, priority, dailyLimit = null, weeklyLimit = null, scheduleUuid = null } = host;
      if (scheduleUuid !== null && (await findScheduleOwner(ctx, scheduleUuid, lock)) !== id) {
        errors[`hosts.${index}.scheduleUuid`] = ['Must be a schedule of this host.'];
      }
      hosts.set(id, {
        member_id: id,
        weight,
        priority,
        daily_limit: dailyLimit,
        weekly_limit: weeklyLimit,
        schedule_id: scheduleUuid,
      });
    }
  }
  return [...hosts.values()];
}

async function lookUp(ctx: Ctx, given: GivenHosts) {
  const emails = given.flatMap(({ email }) => (email === undefined ? [] : [email.toLowerCase()]));
  const slugs = given.flatMap(({ slug }) => (slug === undefined ? [] : [slug]));
  const members = await findActiveMembers(ctx, emails, slugs);
  const byEmail = new Map(members.map(({ email, id }) => [email, id]));
  const bySlug = new Map(members.map(({ slug, id }) => [slug, id]));
  return ({ email, slug }: GivenHosts[number]): string | undefined =>
    email === undefined ? bySlug.get(slug ?? '') : byEmail.get(email.toLowerCase());
}

/** A page as it would be, with what was given to make it so. */
export interface Draft {
  readonly given: PageInput;
  readonly settings: Settings;
  readonly owner: Owner | undefined;
  readonly hosts: readonly HostSettings[] | undefined;
  /** The page as it is, when it is there already. */
  readonly page?: PageRow;
  readonly lock: LockMode;
}

/** Adds every error of a page, new or changed. */
export async function validatePage(
  ctx: Ctx,
  { given, settings, owner, hosts, page, lock }: Draft,
  errors: FieldErrors,
): Promise<void> {
  const hostCount = given.hosts?.length ?? hosts?.length;
  Object.assign(errors, validateSettings(settings, hostCount, given, ctx.whyNotCollected));
  const known = hosts?.length === hostCount ? hosts : undefined;
  if (!(await isScheduleOf(ctx, settings.schedule_id, known, lock))) {
    errors['scheduleUuid'] = ['Must be a schedule of one of the hosts.'];
  }
  // A page that collects online may be changed although the account is gone, but not begin to.
  const { paymentProvider = 'manual' } = given;
  if (paymentProvider !== 'manual' && !(await hasPaymentAccount(ctx, paymentProvider))) {
    errors['paymentProvider'] = ['Connect the account in the settings first.'];
  }
  if (page) Object.assign(errors, await validateLinkPrices(ctx, page, settings));
  Object.assign(errors, await validateNeeds(ctx, given.resources ?? [], lock));
  validateIds('inviteeQuestions', given.inviteeQuestions ?? [], page?.questions ?? [], errors);
  validateIds('locations', given.locations ?? [], page ? getLocations(page) : [], errors);
  if (owner && given.slug !== undefined && (await isSlugTaken(ctx, owner, given.slug, page?.id))) {
    errors['slug'] = [slugIsTaken];
  }
}

/** Links with prices of their own have the currency of their page, and are paid as it is. */
async function validateLinkPrices(ctx: Ctx, before: PageRow, settings: Settings): Promise<FieldErrors> {
  const { currency, payment_provider: provider } = settings;
  const isOther = currency !== before.currency;
  if (currency === null || (!isOther && provider === before.payment_provider)) return {};
  for (const price of await listLinkPrices(ctx, before.id)) {
    const wrong = findPriceProblem({ price, currency, provider }, ctx.whyNotCollected);
    const sentence = `A link of this page has the price ${price}. ${wrong} Delete the link first.`;
    if (wrong) return { [isOther ? 'currency' : 'paymentProvider']: [sentence] };
  }
  return {};
}

export const slugIsTaken = 'The owner already has an event type with this slug.';

/** A page can follow a schedule only of somebody who hosts it. While the hosts are unknown, any schedule will do. */
async function isScheduleOf(
  ctx: Ctx,
  scheduleId: string | null,
  hosts: readonly HostSettings[] | undefined,
  lock: LockMode,
): Promise<boolean> {
  if (scheduleId === null) return true;
  const ownerId = await findScheduleOwner(ctx, scheduleId, lock);
  if (ownerId === undefined) return false;
  return hosts?.some((host) => host.member_id === ownerId) ?? true;
}

/** A question or location with an id is one that the page has; without one it is new. */
function validateIds(
  field: 'inviteeQuestions' | 'locations',
  given: readonly { readonly id?: number | string | undefined }[],
  existing: readonly { readonly id: number | string }[],
  errors: FieldErrors,
): void {
  const noun = field === 'locations' ? 'location' : 'question';
  const known = new Set(existing.map(({ id }) => id));
  for (const [index, { id }] of given.entries()) {
    if (id !== undefined && !known.delete(id)) {
      errors[`${field}.${index}.id`] = [`Must be the id of a ${noun} of this event type, listed once.`];
    }
  }
}

export function getLocations({ locations }: Pick<PageRow, 'locations'>): PageLocation[] {
  return locations as unknown as PageLocation[];
}

/** The given locations with their ids. One without an id keeps that of an existing one that says the same. */
export function assignLocationIds(given: GivenLocations, existing: readonly PageLocation[]): PageLocation[] {
  const named = new Set(given.map(({ id }) => id));
  const unnamed = existing.filter(({ id }) => !named.has(id));
  return given.map((location) => {
    const same = unnamed.findIndex((candidate) => isSamePlace(candidate, location));
    const [kept] = location.id === undefined && same >= 0 ? unnamed.splice(same, 1) : [];
    return { ...location, id: location.id ?? kept?.id ?? generateShortId() };
  });
}

function isSamePlace(a: GivenLocations[number], b: GivenLocations[number]): boolean {
  return (['type', 'address', 'details', 'phone', 'joinUrl'] as const).every((name) => a[name] === b[name]);
}

export async function writeQuestions(ctx: Ctx, pageId: string, given: GivenQuestions): Promise<void> {
  const questions = [];
  for (const { id, question, type, isRequired, isActive, options } of given) {
    questions.push({
      id: id ?? (await allocateId(ctx, 'question')),
      question,
      type,
      is_required: isRequired,
      is_active: isActive,
      options: options ?? null,
    });
  }
  await setQuestions(ctx, pageId, questions);
}

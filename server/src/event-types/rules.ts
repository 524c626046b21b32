import type { eventTypeChanges } from '@daybook/contract/event-types';
import type { z } from 'zod';
import { sanitizeHtml, findHtmlProblem } from '../platform/html.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { findPriceProblem, type CollectionCheck } from './price.rules.ts';
import type { Settings } from './store.ts';

export type PageInput = z.output<typeof eventTypeChanges>;

/** What somebody is to a page. */
export interface PageAccess {
  readonly isAdmin: boolean;
  readonly isOwner: boolean;
  readonly isHost: boolean;
  readonly teamRole: 'member' | 'manager' | undefined;
}

export function canRead({ isAdmin, isOwner, isHost, teamRole }: PageAccess): boolean {
  return isAdmin || isOwner || isHost || teamRole !== undefined;
}

/** Everyone who could have created the page. Hosting it is not enough: a team's page is its manager's to arrange. */
export function canChange({ isAdmin, isOwner, teamRole }: PageAccess): boolean {
  return isAdmin || isOwner || teamRole === 'manager';
}

/** Owners, admins and managers of the page's team put anyone on a page, others only themselves. */
export function canAssignHosts({ isAdmin, teamRole }: PageAccess): boolean {
  return isAdmin || teamRole === 'manager';
}

type Durations = Pick<Settings, 'duration' | 'durations'>;

const seatsOfGroup = 10;

/** The settings of a new page, with defaults for what a POST leaves out. The slug is chosen when the page is written. */
export function buildNewSettings(given: PageInput & { title: string; type: string }): Settings {
  const untouched: Settings = {
    title: given.title,
    slug: '',
    type: given.type,
    description: '',
    color: '2563eb',
    duration: 30,
    durations: [30],
    max_active_invitees: given.type === 'GROUP' ? seatsOfGroup : 1,
    invitee_name_format: 'FULL_NAME',
    invitee_phone_number: false,
    schedule_id: null,
    locations: [],
    resources: [],
    buffer_before: 0,
    buffer_after: 0,
    minimum_notice: 0,
    booking_window: { type: 'rolling', days: 60 },
    slot_interval: null,
    daily_limit: null,
    weekly_limit: null,
    monthly_limit: null,
    daily_minutes: null,
    weekly_minutes: null,
    monthly_minutes: null,
    invitee_limit: null,
    locked_timezone: null,
    cancellation_notice: 0,
    rescheduling_notice: 0,
    requires_confirmation: false,
    invitee_picks_host: false,
    owner_first: false,
    balance: 'bookings',
    confirm_within: 1440,
    recurrence: null,
    waitlist: false,
    price: null,
    currency: null,
    payment_provider: 'manual',
    refund_policy: null,
    reminders: [1440],
    confirmation_text: null,
    redirect_url: null,
    confirm_address: 'never',
    is_secret: false,
    is_active: true,
  };
  return { ...mergeSettings(untouched, given), ...chooseDurations(given) };
}

/** The settings after a change: what is given replaces what was there. */
export function mergeSettings(before: Settings, given: PageInput): Settings {
  return {
    title: given.title ?? before.title,
    slug: given.slug ?? before.slug,
    type: given.type ?? before.type,
    description: given.description ?? before.description,
    color: given.color ?? before.color,
    ...chooseDurations(given, before),
    max_active_invitees: given.maxActiveInvitees ?? before.max_active_invitees,
    invitee_name_format: given.inviteeNameFormat ?? before.invitee_name_format,
    invitee_phone_number: given.inviteePhoneNumber ?? before.invitee_phone_number,
    schedule_id: getOrBefore(given.scheduleUuid, before.schedule_id),
    locations: given.locations ?? before.locations,
    resources: given.resources ?? before.resources,
    buffer_before: given.bufferBefore ?? before.buffer_before,
    buffer_after: given.bufferAfter ?? before.buffer_after,
    minimum_notice: given.minimumNotice ?? before.minimum_notice,
    booking_window: given.bookingWindow ?? before.booking_window,
    slot_interval: getOrBefore(given.slotInterval, before.slot_interval),
    daily_limit: getOrBefore(given.dailyLimit, before.daily_limit),
    weekly_limit: getOrBefore(given.weeklyLimit, before.weekly_limit),
    monthly_limit: getOrBefore(given.monthlyLimit, before.monthly_limit),
    daily_minutes: getOrBefore(given.dailyMinutes, before.daily_minutes),
    weekly_minutes: getOrBefore(given.weeklyMinutes, before.weekly_minutes),
    monthly_minutes: getOrBefore(given.monthlyMinutes, before.monthly_minutes),
    invitee_limit: getOrBefore(given.inviteeLimit, before.invitee_limit),
    locked_timezone: getOrBefore(given.lockedTimezone, before.locked_timezone),
    cancellation_notice: given.cancellationNotice ?? before.cancellation_notice,
    rescheduling_notice: given.reschedulingNotice ?? before.rescheduling_notice,
    invitee_picks_host: given.inviteePicksHost ?? before.invitee_picks_host,
    owner_first: given.ownerFirst ?? before.owner_first,
    balance: given.balance ?? before.balance,
    requires_confirmation: given.requiresConfirmation ?? before.requires_confirmation,
    confirm_within: given.confirmWithin ?? before.confirm_within,
    recurrence: getOrBefore(given.recurrence, before.recurrence),
    waitlist: given.waitlist ?? before.waitlist,
    price: getOrBefore(given.price, before.price),
    currency: getOrBefore(given.currency, before.currency),
    payment_provider: given.paymentProvider ?? before.payment_provider,
    refund_policy: getOrBefore(given.refundPolicy, before.refund_policy),
    reminders: given.reminders ?? before.reminders,
    confirmation_text: getOrBefore(given.confirmationText, before.confirmation_text),
    redirect_url: getOrBefore(given.redirectUrl, before.redirect_url),
    confirm_address: given.confirmAddress ?? before.confirm_address,
    is_secret: given.isSecret ?? before.is_secret,
    is_active: given.isActive ?? before.is_active,
  };
}

/** Null is an answer too. */
function getOrBefore<T>(given: T | undefined, before: T): T {
  return given === undefined ? before : given;
}

/**
 * Which durations a page offers, and which of them is the default: the one given as `duration`, else the one marked, else
 * the one that was, else the first. A duration alone is the only one, unless the page has several to choose from.
 */
export function chooseDurations(
  { duration, eventDurations }: Pick<PageInput, 'duration' | 'eventDurations'>,
  before?: Durations,
): Durations {
  const several = before && before.durations.length > 1;
  const durations = eventDurations?.map((item) => item.minutes) ??
    (several || duration === undefined ? before?.durations : undefined) ?? [duration ?? 30];
  const marked = eventDurations?.find((item) => item.default)?.minutes;
  const kept = before && durations.includes(before.duration) ? before.duration : durations[0];
  return { durations, duration: duration ?? marked ?? kept ?? 30 };
}

/** Everything that does not fit together in a page. Without `hostCount` its hosts are not judged. */
export function validateSettings(
  page: Settings,
  hostCount: number | undefined,
  given: PageInput,
  whyNotCollected: CollectionCheck,
): FieldErrors {
  const errors: FieldErrors = {};
  const marked = given.eventDurations?.find((item) => item.default)?.minutes;
  if (!page.durations.includes(page.duration)) errors['duration'] = ['Must be one of eventDurations.'];
  else if (marked !== undefined && marked !== page.duration) {
    errors['duration'] = ['Must be the default one of eventDurations.'];
  }
  if (page.type !== 'GROUP' && page.max_active_invitees > 1) {
    errors['maxActiveInvitees'] = ['Only group event types can have more than one invitee.'];
  }
  const isPaidOnline = page.price !== null && page.payment_provider !== 'manual';
  if (page.type === 'GROUP' && page.requires_confirmation) {
    errors['requiresConfirmation'] = [
      'Group event types can’t require confirmation, because seats can’t be held.',
    ];
  }
  if (page.requires_confirmation && isPaidOnline) {
    errors['requiresConfirmation'] = ['Event types with online payment can’t require confirmation.'];
  }
  if (page.recurrence !== null && (page.requires_confirmation || isPaidOnline)) {
    errors['recurrence'] = [
      'Event types with host confirmation or online payment can’t be booked as a series.',
    ];
  }
  if (page.waitlist && (page.type !== 'GROUP' || isPaidOnline)) {
    errors['waitlist'] = ['Only group event types without online payment can have a waitlist.'];
  }
  if (page.price !== null && page.currency === null) errors['currency'] = ['A price needs a currency.'];
  const wrongPrice = changesPrice(given) ? findSettingsPriceProblem(page, whyNotCollected) : undefined;
  if (wrongPrice) errors['price'] = [wrongPrice];
  const tooLong = findHtmlProblem(sanitizeHtml(given.description ?? ''), 5000);
  if (tooLong) errors['description'] = [tooLong];
  const wrongHosts = hostCount === undefined ? undefined : findHostsProblem(page.type, hostCount);
  if (wrongHosts) errors['hosts'] = [wrongHosts];
  return errors;
}

/** A price of before a limit was known stays, until it is changed. */
function changesPrice({ price, currency, paymentProvider }: PageInput): boolean {
  return price !== undefined || currency !== undefined || paymentProvider !== undefined;
}

function findSettingsPriceProblem(
  { price, currency, payment_provider: provider }: Settings,
  whyNotCollected: CollectionCheck,
): string | undefined {
  if (price === null || currency === null) return undefined;
  return findPriceProblem({ price, currency, provider }, whyNotCollected);
}

/** Fields whose validity depends on others. */
const dependencies: Readonly<Record<string, readonly (keyof PageInput)[]>> = {
  slug: ['ownerSlug'],
  duration: ['eventDurations'],
  currency: ['price'],
  price: ['currency', 'paymentProvider'],
  requiresConfirmation: ['type', 'price', 'paymentProvider'],
  recurrence: ['requiresConfirmation', 'price', 'paymentProvider'],
  waitlist: ['type', 'price', 'paymentProvider'],
  hosts: ['type', 'ownerSlug'],
  scheduleUuid: ['hosts', 'ownerSlug'],
};

/** Leaves out errors that depend on fields which could not be read. */
export function omitUncertainErrors(errors: FieldErrors, readable: PageInput): FieldErrors {
  const isSure = (field: string) => (dependencies[field] ?? []).every((name) => name in readable);
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isSure(field)));
}

function findHostsProblem(type: string, count: number): string | undefined {
  if (count === 0) return 'Must have at least 1 host.';
  const single = type === 'ONE_ON_ONE' || type === 'GROUP';
  return single && count > 1 ? `An event type of type ${type} must have exactly one host.` : undefined;
}

import type { Input, Result } from '@daybook/client';
import { omitEmpty } from '../platform/address.ts';
import { mergeEdit, type Versions } from '../platform/edit-rules.ts';
import { toIsActive } from '../platform/state-filter.ts';
import type { PageSearch } from './search.ts';

/** What the list and the editor of pages decide. Pure, so that Node can test it. */

export type EventType = Result<'listEventTypes'>['items'][number];
export type Settings = Result<'readEventTypeSettings'>;
export type Changes = Input<'updateEventType'>['body'];

/** The request for the pages that the address says. */
export function buildPageListQuery({ user, team, scope, q, ...state }: PageSearch) {
  return omitEmpty({ userSlug: user, teamSlug: team, scope, search: q, ...toIsActive(state) });
}

/** The path of an address of ours, which opens on whatever host the dashboard is open. */
export function getPath(url: string): string {
  return new URL(url).pathname;
}

/** A whole number, or what was typed instead, so that the server says what is wrong with it. */
export type NumberInput = number | string;

export function parseTypedNumber(text: string): NumberInput {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}

/** The same for what may be left empty. */
export function parseTypedLimit(text: string): NumberInput | null {
  return text.trim() === '' ? null : parseTypedNumber(text);
}

/** Everything that can be edited on a page, while it is edited: numbers as they were typed. */
export type Draft = ReturnType<typeof toDraft>;

export function toDraft(settings: Settings) {
  return {
    title: settings.title,
    slug: settings.slug,
    type: settings.type,
    description: settings.description,
    color: settings.color.replace(/^#?/, '#'),
    eventDurations: durationsOf(settings),
    hosts: settings.hosts.map(({ email, name, weight, priority, dailyLimit, weeklyLimit, scheduleUuid }) => ({
      email,
      name,
      weight: weight as NumberInput,
      priority: priority as NumberInput,
      dailyLimit: dailyLimit as NumberInput | null,
      weeklyLimit: weeklyLimit as NumberInput | null,
      scheduleUuid,
    })),
    inviteePicksHost: settings.inviteePicksHost,
    ownerFirst: settings.ownerFirst,
    balance: settings.balance,
    scheduleUuid: settings.scheduleUuid,
    maxActiveInvitees: settings.maxActiveInvitees as NumberInput,
    inviteeNameFormat: settings.inviteeNameFormat,
    inviteePhoneNumber: settings.inviteePhoneNumber,
    inviteeQuestions: settings.inviteeQuestions
      .toSorted((a, b) => a.order - b.order)
      .map(({ order: _, ...question }): Question => question),
    locations: settings.locations.map((location): Place => location),
    resources: settings.resources,
    bufferBefore: settings.bufferBefore as NumberInput,
    bufferAfter: settings.bufferAfter as NumberInput,
    minimumNotice: settings.minimumNotice as NumberInput,
    bookingWindow: settings.bookingWindow as Window,
    slotInterval: settings.slotInterval as NumberInput | null,
    dailyLimit: settings.dailyLimit as NumberInput | null,
    weeklyLimit: settings.weeklyLimit as NumberInput | null,
    monthlyLimit: settings.monthlyLimit as NumberInput | null,
    dailyMinutes: settings.dailyMinutes as NumberInput | null,
    weeklyMinutes: settings.weeklyMinutes as NumberInput | null,
    monthlyMinutes: settings.monthlyMinutes as NumberInput | null,
    inviteeLimit: settings.inviteeLimit as InviteeLimit | null,
    lockedTimezone: settings.lockedTimezone,
    cancellationNotice: settings.cancellationNotice as NumberInput,
    reschedulingNotice: settings.reschedulingNotice as NumberInput,
    requiresConfirmation: settings.requiresConfirmation,
    recurrence: settings.recurrence && {
      ...settings.recurrence,
      maximumOccurrences: settings.recurrence.maximumOccurrences as NumberInput,
    },
    waitlist: settings.waitlist,
    confirmWithin: settings.confirmWithin as NumberInput,
    price: settings.price,
    currency: settings.currency,
    paymentProvider: settings.paymentProvider,
    refundPolicy: settings.refundPolicy as RefundPolicy | null,
    reminders: settings.reminders as readonly NumberInput[],
    confirmationText: settings.confirmationText,
    redirectUrl: settings.redirectUrl,
    confirmAddress: settings.confirmAddress,
    isSecret: settings.isSecret,
  };
}

export type Question = Omit<Settings['inviteeQuestions'][number], 'order' | 'id'> & { readonly id?: number };
export type Place = Omit<Settings['locations'][number], 'id'> & { readonly id?: string };

export interface InviteeLimit {
  readonly bookings: NumberInput;
  readonly period: NonNullable<Settings['inviteeLimit']>['period'];
}

export interface RefundPolicy {
  readonly fullUntilHours: NumberInput | null;
  readonly laterPercent: NumberInput;
}

export type PolicyKind = 'full' | 'until' | 'none';

export function getPolicyKind(policy: RefundPolicy | null): PolicyKind {
  if (policy === null) return 'full';
  return policy.fullUntilHours === null ? 'none' : 'until';
}

/** Where a kind of policy begins; its numbers are typed after that. */
export function createPolicy(kind: PolicyKind): RefundPolicy | null {
  if (kind === 'full') return null;
  return { fullUntilHours: kind === 'until' ? 24 : null, laterPercent: kind === 'until' ? 50 : 0 };
}

export interface Window {
  readonly type: Settings['bookingWindow']['type'];
  readonly days?: NumberInput;
  readonly startDate?: string;
  readonly endDate?: string;
}

function durationsOf({ duration, eventDurations }: Settings) {
  const list = eventDurations.length > 0 ? eventDurations : [{ minutes: duration, default: true }];
  return list.map((each) => ({ minutes: each.minutes as NumberInput, default: each.default }));
}

/** What is to be sent: the fields that differ, each whole. */
export function diffDrafts(before: Draft, after: Draft): Changes {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Draft]),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, sentOf(name, value)])) as Changes;
}

/** As `mergeEdit`, in the fields of the request. */
export function mergeSettings({ begun, theirs }: Versions<Settings>, changes: Changes): Changes {
  return mergeEdit({ begun: toSent(begun), theirs: toSent(theirs) }, changes);
}

const toSent = (settings: Settings): Changes => diffDrafts({} as Draft, toDraft(settings));

function sentOf(name: string, value: unknown): unknown {
  if (name === 'color') return String(value).replace('#', '');
  if (name === 'hosts') return (value as Draft['hosts']).map(({ name: _, ...host }) => host);
  if (name !== 'locations') return value;
  // An empty field is none.
  const places = value as readonly Place[];
  return places.map((place) => Object.fromEntries(Object.entries(place).filter(([, text]) => text !== '')));
}

export function removeAt<Item>(list: readonly Item[], index: number): Item[] {
  return list.filter((_, other) => other !== index);
}

export function updateAt<Item>(list: readonly Item[], index: number, change: Partial<Item>): Item[] {
  return list.map((item, other) => (other === index ? { ...item, ...change } : item));
}

/** Exactly one duration is the one that is chosen at first. */
export function setDefault(durations: Draft['eventDurations'], index: number): Draft['eventDurations'] {
  return durations.map((each, other) => ({ ...each, default: other === index }));
}

export type EmbedKind = 'inline' | 'popup' | 'button';

/** The lines that make a page appear on another site. */
export function formatEmbedCode(url: string, kind: EmbedKind, label: string): string {
  const script = `<script src="${new URL(url).origin}/embed.js"></script>`;
  return kind === 'inline'
    ? `${script}\n<div data-daybook-inline="${url}"></div>`
    : `${script}\n<a href="${url}" data-daybook-${kind}>${label}</a>`;
}

/** A page like another, under a title and link of its own. */
export function buildCopy(settings: Settings, title: string): Input<'createEventType'>['body'] {
  const { slug: _, inviteeQuestions, locations, ...rest } = toDraft(settings);
  const like = {
    ...rest,
    title,
    ownerSlug: settings.profile.slug,
    inviteeQuestions: inviteeQuestions.map(({ id: __, ...question }) => question),
    locations: locations.map(({ id: __, ...place }) => place),
  };
  return Object.fromEntries(
    Object.entries(like).map(([name, value]) => [name, sentOf(name, value)]),
  ) as Input<'createEventType'>['body'];
}

import type { Ctx } from '../../platform/context.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import type { Meeting } from '../core/public.ts';
import type { Recipient } from './message-data.ts';
import { queueEventMessages, type EventMessage } from './queue-messages.ts';
import {
  findActiveInvitees,
  findEventFacts,
  findHosts,
  findInvitedGuests,
  type EventFacts,
  type HostFacts,
} from './store.ts';

/** Reactions to what happens to invitees: mail says how the event stood then. */

export interface InviteeChange {
  readonly inviteeId: string;
  readonly meeting: Meeting;
  /** It is one of a series, of which everybody gets one mail. */
  readonly seriesId?: string | undefined;
  /** Its hosts get mail of somebody else who was booked with them. */
  readonly hostsKnow?: boolean | undefined;
}

interface RescheduleChange extends InviteeChange {
  readonly from: { readonly startsAt: string; readonly endsAt: string; readonly hostIds: readonly string[] };
  readonly reason: string | null;
}

/** Mails invitee, guests and hosts. */
export async function sendScheduledEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<InviteeChange>[],
): Promise<void> {
  const known = await loadEventFacts(ctx, events.filter(isSingle));
  await queueEventMessages(
    ctx,
    known.map(({ facts, payload }) => {
      const isWanted = ({ role }: Recipient): boolean => !(payload.hostsKnow && role === 'host');
      return { facts, occasion: { kind: 'confirmed' }, recipients: listRecipients(facts).filter(isWanted) };
    }),
  );
}

export async function sendRescheduledEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<RescheduleChange>[],
): Promise<void> {
  const known = await loadEventFacts(ctx, events, ({ from }) => from.hostIds);
  await queueEventMessages(
    ctx,
    known.map(({ facts, payload: { from, reason }, former }): EventMessage => {
      const moved = { fromStart: from.startsAt, fromEnd: from.endsAt, reason };
      return { facts, occasion: { kind: 'moved', moved }, recipients: [...listRecipients(facts), ...former] };
    }),
  );
}

interface UpdateChange extends InviteeChange {
  readonly addedGuests: readonly string[];
  readonly removedGuests: readonly string[];
}

/** Title, place, guests or notes. New guests are invited, former ones are told that it is over for them. */
export async function sendUpdatedEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<UpdateChange>[],
): Promise<void> {
  const known = await loadEventFacts(ctx, events);
  await queueEventMessages(
    ctx,
    known.flatMap(({ facts, payload: { addedGuests, removedGuests } }): EventMessage[] => {
      const guests = (emails: readonly string[]) =>
        emails.map((email): Recipient => ({ role: 'guest', email }));
      const isNew = (recipient: Recipient): boolean =>
        recipient.role === 'guest' && addedGuests.includes(recipient.email);
      const there = listRecipients(facts);
      return [
        { facts, occasion: { kind: 'changed' }, recipients: there.filter((each) => !isNew(each)) },
        { facts, occasion: { kind: 'confirmed' }, recipients: there.filter(isNew) },
        { facts, occasion: { kind: 'cancelled' }, recipients: guests(removedGuests) },
      ];
    }),
  );
}

/** Somebody else hosts it now: the old host gets a cancellation, invitee and hosts the change. */
export async function sendReassignedEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<InviteeChange & { readonly fromHostIds: readonly string[] }>[],
): Promise<void> {
  const known = await loadEventFacts(ctx, events, ({ fromHostIds }) => fromHostIds);
  await queueEventMessages(
    ctx,
    known.map(({ facts, former }) => ({
      facts,
      occasion: { kind: 'new host' },
      recipients: [...listRecipients(facts).filter(({ role }) => role !== 'guest'), ...former],
    })),
  );
}

/** The link that an earlier message promised, for everybody whom that one reached. */
export async function sendLinkEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{
    readonly eventId: string;
    readonly joinUrl: string;
    readonly isPromised: boolean;
  }>[],
): Promise<void> {
  const owed = events.filter(({ payload }) => payload.isPromised && payload.joinUrl !== '');
  if (owed.length === 0) return;
  const eventIds = owed.map(({ payload }) => payload.eventId);
  const rows = await findEventFacts(ctx, await findActiveInvitees(ctx, eventIds));
  const invited = await findInvitedGuests(ctx, eventIds);
  const confirmed = [...rows.values()].filter(({ status }) => status === 'confirmed');
  await queueEventMessages(
    ctx,
    confirmed.map((facts) => ({
      facts,
      occasion: { kind: 'link' },
      recipients: listRecipients(facts).filter((recipient) => isInvited(facts, invited, recipient)),
    })),
  );
}

/** Guests hear of the end only of what they were invited to. */
export async function sendCancelledEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<InviteeChange>[],
): Promise<void> {
  const known = await loadEventFacts(ctx, events.filter(isSingle));
  const invited = await findInvitedGuests(
    ctx,
    known.map(({ facts }) => facts.id),
  );
  await queueEventMessages(
    ctx,
    known.map((each) => ({
      facts: toCancelledFacts(each),
      occasion: { kind: 'cancelled' },
      recipients: listRecipients(each.facts).filter((recipient) => isInvited(each.facts, invited, recipient)),
    })),
  );
}

function isSingle({ payload }: PublishedEvent<InviteeChange>): boolean {
  return payload.seriesId === undefined;
}

export function toCancelledFacts({
  facts,
  row,
}: Pick<InviteeChangeFacts<InviteeChange>, 'facts' | 'row'>): EventFacts {
  const { cancelled_at, cancellation_reason } = row.invitee;
  return { ...facts, invitee: { ...facts.invitee, cancelled_at, cancellation_reason } };
}

export function isInvited({ id }: EventFacts, invited: ReadonlySet<string>, recipient: Recipient): boolean {
  return recipient.role !== 'guest' || invited.has(`${id} ${recipient.email.toLowerCase()}`);
}

export interface InviteeChangeFacts<A> {
  readonly payload: A;
  /** As it stood when the event was published. */
  readonly facts: EventFacts;
  /** As it is now. */
  readonly row: EventFacts;
  /** Those who hosted it before and do no longer. */
  readonly former: readonly Recipient[];
}

/** Nothing for what the system does by itself, such as creating a demo company: nobody is to get mail of that. */
export async function loadEventFacts<A extends InviteeChange>(
  ctx: Ctx,
  events: readonly PublishedEvent<A>[],
  formerOf: (payload: A) => readonly string[] = () => [],
): Promise<InviteeChangeFacts<A>[]> {
  if (ctx.actor.kind === 'system') return [];
  const rows = await findEventFacts(
    ctx,
    events.map(({ payload }) => payload.inviteeId),
  );
  const hosts = await findHosts(
    ctx,
    events.flatMap(({ payload }) => [...payload.meeting.hostIds, ...formerOf(payload)]),
  );
  const named = (ids: readonly string[]): HostFacts[] => ids.flatMap((id) => hosts.get(id) ?? []);
  return events.flatMap(({ payload }) => {
    const row = rows.get(payload.inviteeId);
    if (!row) return [];
    const { startsAt, endsAt, duration, status, sequence, hostIds } = payload.meeting;
    const facts: EventFacts = {
      ...row,
      ...{ starts_at: startsAt, ends_at: endsAt, duration, status, sequence },
      hosts: named(hostIds),
      invitee: { ...row.invitee, cancelled_at: null, cancellation_reason: null },
    };
    const former = named(formerOf(payload).filter((id) => !hostIds.includes(id)));
    return [{ payload, row, facts, former: former.map((host) => ({ role: 'former host', host })) }];
  });
}

/** Nobody gets two messages, were they a guest and a host. */
export function listRecipients({ invitee, hosts }: EventFacts): Recipient[] {
  const known = new Set([invitee, ...hosts].map(({ email }) => email.toLowerCase()));
  const guests = (invitee.guests ?? []).filter((email) => !known.has(email.toLowerCase()));
  return [
    { role: 'invitee' },
    ...guests.map((email): Recipient => ({ role: 'guest', email })),
    ...hosts.map((host): Recipient => ({ role: 'host', host })),
  ];
}

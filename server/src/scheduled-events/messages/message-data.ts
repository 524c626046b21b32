import { findLocationType, locationKinds } from '@daybook/contract/locations.data';
import { floorToMinute } from '@daybook/engine/dates';
import {
  commonWordsIn,
  formatDuration,
  formatMoney,
  formatStart,
  formatTimeRange,
  formatZone,
  listPlaceLines,
  type Reader,
  type Message,
} from '../../mail/public.ts';
import { getZone } from '../../platform/zones.ts';
import type { EventWords, MessageKind } from './event.words.ts';
import { seriesWordsIn } from './notify-series.words.ts';
import type { EventFacts, HostFacts } from './store.ts';

/** Who a message is for. What they may see differs: only the invitee gets the key of the invitee's page. */
export type Recipient =
  | { readonly role: 'invitee' }
  | { readonly role: 'guest'; readonly email: string }
  | { readonly role: 'host' | 'former host'; readonly host: HostFacts };

export interface Occasion {
  readonly kind: MessageKind;
  /** Where the event was before it moved. */
  readonly moved?:
    | { readonly fromStart: string; readonly fromEnd: string; readonly reason: string | null }
    | undefined;
  /** The events of a series, of which the message is about the first. */
  readonly series?: readonly EventFacts[] | undefined;
  /** What stays booked of a series that is cancelled. */
  readonly stillBooked?: readonly { readonly startTime: string; readonly endTime: string }[] | undefined;
}

/** A message that is being composed. */
export interface MessageDraft {
  readonly facts: EventFacts;
  readonly occasion: Occasion;
  readonly recipient: Recipient;
  readonly reader: Reader;
  readonly zone: string;
  readonly words: EventWords;
}

/** What the message says of the event, label by label. */
export function listFacts(draft: MessageDraft): Message['facts'] {
  return [...timeFacts(draft), ...('host' in draft.recipient ? inviteeFacts(draft) : hostFacts(draft))];
}

function timeFacts(draft: MessageDraft): Message['facts'] {
  const { facts, occasion, reader, zone: zoneName, words } = draft;
  const { labels } = words;
  const { what, when } = commonWordsIn[reader.language];
  const zone = getZone(zoneName);
  const between = (from: string, to: string) => {
    const [start, end] = [floorToMinute(Date.parse(from)), floorToMinute(Date.parse(to))];
    return `${formatTimeRange(reader, zone, start, end)}\n${formatZone(zone, start)}`;
  };
  const { moved } = occasion;
  const reason = moved ? moved.reason : facts.invitee.cancellation_reason;
  return [
    { label: what, value: facts.title },
    { label: when, value: whenOf(draft, between), gone: isOver(draft) },
    ...(moved
      ? [{ label: labels.formerly, value: between(moved.fromStart, moved.fromEnd), gone: true }]
      : []),
    ...stillBookedFacts(draft),
    { label: labels.duration, value: formatDuration(reader, facts.duration) },
    ...placeFacts(draft),
    ...(facts.notes ? [{ label: labels.notes, value: facts.notes }] : []),
    ...(reason ? [{ label: labels.reason, value: reason }] : []),
  ];
}

/** Too soon to be cancelled with the others. */
function stillBookedFacts({ occasion: { stillBooked = [] }, reader, zone }: MessageDraft): Message['facts'] {
  if (stillBooked.length === 0) return [];
  const times = stillBooked.map(({ startTime, endTime }) =>
    formatTimeRange(
      reader,
      getZone(zone),
      floorToMinute(Date.parse(startTime)),
      floorToMinute(Date.parse(endTime)),
    ),
  );
  return [{ label: seriesWordsIn[reader.language].stillBooked, value: times.join('\n') }];
}

/** Each event of a series on a line of its own. The offset of their zone may change, so that it is not named. */
function whenOf(
  { facts, occasion, reader, zone: zoneName }: MessageDraft,
  between: (from: string, to: string) => string,
): string {
  if (!occasion.series) return between(facts.starts_at, facts.ends_at);
  const zone = getZone(zoneName);
  const times = occasion.series.map(({ starts_at, ends_at }) =>
    formatTimeRange(reader, zone, floorToMinute(Date.parse(starts_at)), floorToMinute(Date.parse(ends_at))),
  );
  return [...times, zone.name.replaceAll('_', ' ')].join('\n');
}

function placeFacts(draft: MessageDraft): Message['facts'] {
  const lines = listLocationLines(draft);
  return lines.length > 0 ? [{ label: draft.words.labels.where, value: lines.join('\n') }] : [];
}

/** Only the invitee is called, calls or is sent a link; a host sees the number of the page. */
export function listLocationLines(draft: MessageDraft): string[] {
  const { facts, recipient, reader } = draft;
  const { location_type: type, location_details: details } = facts;
  const { phone } = details;
  if ('host' in recipient) {
    const lines = [...listPlaceLines(reader, type, details), ...(phone ? [phone] : [])];
    return lacksLink(draft) ? [...lines, draft.words.noLink] : lines;
  }
  if (recipient.role === 'guest' || isOver(draft)) return listPlaceLines(reader, type, details);
  const hosts = facts.hosts.map(({ name }) => name);
  const booked = { hosts, phone: facts.invitee.phone, joinUrl: facts.location_join_url };
  return listPlaceLines(reader, type, details, booked);
}

/** Whether a host has yet to give the link that invitees were promised. */
export function lacksLink(draft: MessageDraft): boolean {
  const { facts, recipient } = draft;
  const type = findLocationType(facts.location_type);
  const isVideo = type !== undefined && locationKinds[type].icon === 'video';
  return recipient.role === 'host' && isVideo && facts.location_join_url === '' && !isOver(draft);
}

function hostFacts(draft: MessageDraft): Message['facts'] {
  const { facts, recipient, words } = draft;
  const { hosts, invitee } = facts;
  return [
    { label: words.labels.hosts, value: hosts.map(({ name }) => name).join(', ') },
    ...(recipient.role === 'guest'
      ? [{ label: words.labels.invitedBy, value: invitee.name }]
      : orderFacts(draft)),
  ];
}

/** How many seats were booked, and at what price. */
function orderFacts(draft: MessageDraft): Message['facts'] {
  const { seats } = draft.facts.invitee;
  return [
    ...(seats > 1 ? [{ label: draft.words.labels.seats, value: String(seats) }] : []),
    ...paymentFacts(draft),
  ];
}

/** Of what was paid online, this is the receipt. */
function paymentFacts({ facts, reader, zone, words: { labels } }: MessageDraft): Message['facts'] {
  const { payment } = facts.invitee;
  if (!payment) return [];
  const money = (amount: string) => formatMoney(reader, amount, payment.currency);
  const { amount, paidAt, refunded } = payment;
  if (paidAt === undefined) return [{ label: labels.price, value: money(amount) }];
  const when = formatStart(reader, getZone(zone), floorToMinute(Date.parse(paidAt)));
  return [
    { label: labels.paid, value: `${money(amount)}\n${when}` },
    ...(refunded === undefined ? [] : [{ label: labels.refunded, value: money(refunded) }]),
  ];
}

function inviteeFacts(draft: MessageDraft): Message['facts'] {
  const { facts, words } = draft;
  const { invitee } = facts;
  const { labels } = words;
  return [
    { label: labels.invitee, value: invitee.name },
    { label: labels.email, value: invitee.email },
    ...(invitee.phone ? [{ label: labels.phone, value: invitee.phone }] : []),
    ...(invitee.guests ? [{ label: labels.guests, value: invitee.guests.join(', ') }] : []),
    ...orderFacts(draft),
    ...(invitee.answers ?? []).map(({ question, answer }) => ({ label: question, value: answer })),
  ];
}

/** For this recipient there is no event any more. */
export function isOver({ occasion, recipient }: MessageDraft): boolean {
  return occasion.kind === 'cancelled' || recipient.role === 'former host';
}

import type { LocationLabel } from '@daybook/contract/locations.data';
import { minuteFloor } from '@daybook/engine/dates';
import type { Ctx } from '../platform/context.ts';
import { bookingUrl } from '../platform/urls.ts';
import { zoneNamed } from '../platform/zones.ts';
import { durationText, rangeText, readerOf, startText, zoneText, type Reader } from './dates.ts';
import type { Invitation, Party } from './ics.ts';
import { descriptionOf, htmlOf, textOf, type Letter } from './render.ts';
import type { EventFacts, HostFacts } from './store.ts';
import { wordsIn, type Kind, type Words } from './words.ts';

/** Who a message is for. What they may see differs: only the invitee gets the key of the invitee's page. */
export type Recipient =
  | { readonly role: 'invitee' }
  | { readonly role: 'guest'; readonly email: string }
  | { readonly role: 'host' | 'former host'; readonly host: HostFacts };

export interface Occasion {
  readonly kind: Kind;
  /** Where the event was before it moved. */
  readonly moved?:
    | { readonly fromStart: string; readonly fromEnd: string; readonly reason: string | null }
    | undefined;
}

/** A whole message, as it is kept until it is sent. */
export interface Content {
  readonly from: string;
  readonly to: Party;
  readonly replyTo: Party | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly invitation: Invitation | null;
}

export function compose(ctx: Ctx, facts: EventFacts, occasion: Occasion, recipient: Recipient): Content {
  const { invitee, hosts } = facts;
  const isHost = 'host' in recipient;
  const reader = readerOf(isHost ? recipient.host.language : invitee.language);
  const zone = isHost ? recipient.host.timezone : invitee.timezone;
  const words = wordsIn[reader.language];
  const letter = letterOf(ctx, { facts, occasion, recipient, reader, zone, words });
  const when = startText(reader, zoneNamed(zone), minuteFloor(Date.parse(facts.starts_at)));
  const [firstHost] = hosts;
  return {
    from: facts.organization,
    to: partyOf(facts, recipient),
    replyTo: isHost ? invitee : (firstHost ?? null),
    subject: words.subject[recipient.role === 'former host' ? 'cancelled' : occasion.kind](facts.title, when),
    text: textOf(letter),
    html: htmlOf(letter),
    invitation: invitationOf(ctx, facts, occasion, recipient, { zone, description: descriptionOf(letter) }),
  };
}

export function partyOf({ invitee }: EventFacts, recipient: Recipient): Party {
  if ('host' in recipient) return { name: recipient.host.name, email: recipient.host.email };
  if (recipient.role === 'guest') return { name: '', email: recipient.email };
  return { name: invitee.name, email: invitee.email };
}

interface Draft {
  readonly facts: EventFacts;
  readonly occasion: Occasion;
  readonly recipient: Recipient;
  readonly reader: Reader;
  readonly zone: string;
  readonly words: Words;
}

function letterOf(ctx: Ctx, draft: Draft): Letter {
  const { facts, occasion, recipient, reader, words } = draft;
  const isOver = occasion.kind === 'cancelled' || recipient.role === 'former host';
  const joinUrl = isOver ? '' : facts.location_join_url;
  const manageUrl = recipient.role === 'invitee' && !isOver ? ownUrl(ctx, facts) : '';
  return {
    language: reader.language,
    organization: facts.organization,
    color: facts.color,
    heading: headingOf(draft),
    greeting: greetingOf(draft),
    facts: [...timeFacts(draft, isOver), ...('host' in recipient ? inviteeFacts(draft) : hostFacts(draft))],
    actions: [
      ...(joinUrl ? [{ label: words.join, href: joinUrl }] : []),
      ...(manageUrl ? [{ label: words.manage, href: manageUrl }] : []),
    ],
    footer: words.footer(facts.organization),
  };
}

function ownUrl(ctx: Ctx, { invitee }: EventFacts): string {
  return bookingUrl(ctx, invitee.id, ctx.secrets.unseal(Buffer.from(invitee.key_sealed, 'hex')));
}

function headingOf({ facts, occasion: { kind }, recipient, words }: Draft): string {
  if (recipient.role === 'former host') return words.handedOver;
  if (recipient.role !== 'host' || kind === 'reminder') return words.heading[kind];
  return words.hostHeading[kind](facts.invitee.name);
}

function greetingOf({ facts, recipient, words }: Draft): string {
  const { name, email } = partyOf(facts, recipient);
  return words.greeting(name || email);
}

function timeFacts(
  { facts, occasion, reader, zone: zoneName, words }: Draft,
  isOver: boolean,
): Letter['facts'] {
  const { labels } = words;
  const zone = zoneNamed(zoneName);
  const between = (from: string, to: string) => {
    const [start, end] = [minuteFloor(Date.parse(from)), minuteFloor(Date.parse(to))];
    return `${rangeText(reader, zone, start, end)}\n${zoneText(zone, start)}`;
  };
  const { moved } = occasion;
  const reason = moved ? moved.reason : facts.invitee.cancellation_reason;
  return [
    { label: labels.what, value: facts.title },
    { label: labels.when, value: between(facts.starts_at, facts.ends_at), gone: isOver },
    ...(moved
      ? [{ label: labels.formerly, value: between(moved.fromStart, moved.fromEnd), gone: true }]
      : []),
    { label: labels.duration, value: durationText(reader, facts.duration) },
    ...placeFacts(facts, words),
    ...(reason ? [{ label: labels.reason, value: reason }] : []),
  ];
}

function placeFacts(facts: EventFacts, { labels, places }: Words): Letter['facts'] {
  const kind = facts.location_type;
  const place = placeOf({ ...facts, location_type: places[kind as LocationLabel] ?? kind });
  return place ? [{ label: labels.where, value: place }] : [];
}

function placeOf({ location_type, location_details: { address, details, phone } }: EventFacts): string {
  return [location_type, address, details, phone].filter(Boolean).join('\n');
}

function hostFacts({ facts: { hosts }, words }: Draft): Letter['facts'] {
  return [{ label: words.labels.hosts, value: hosts.map(({ name }) => name).join(', ') }];
}

function inviteeFacts({ facts: { invitee }, words: { labels } }: Draft): Letter['facts'] {
  return [
    { label: labels.invitee, value: invitee.name },
    { label: labels.email, value: invitee.email },
    ...(invitee.phone ? [{ label: labels.phone, value: invitee.phone }] : []),
    ...(invitee.guests ? [{ label: labels.guests, value: invitee.guests.join(', ') }] : []),
    ...(invitee.answers ?? []).map(({ question, answer }) => ({ label: question, value: answer })),
  ];
}

/** An invitee sees the hosts and their own guests in the calendar, a host everyone who is coming. */
function invitationOf(
  ctx: Ctx,
  facts: EventFacts,
  { kind }: Occasion,
  recipient: Recipient,
  { zone, description }: { zone: string; description: string },
): Invitation | null {
  if (kind === 'reminder') return null;
  const { invitee, hosts } = facts;
  const isHost = recipient.role === 'host';
  const over = isHost
    ? facts.status === 'cancelled'
    : kind === 'cancelled' || recipient.role === 'former host';
  // The guests of each invitee of a group are theirs; a host's calendar has room for the invitees alone.
  const guests = isHost && facts.type === 'GROUP' ? [] : (invitee.guests ?? []);
  const coming = isHost && facts.attending.length > 0 ? facts.attending : [invitee];
  return {
    method: over ? 'CANCEL' : 'REQUEST',
    uid: `${facts.id}@daybook`,
    sequence: facts.sequence,
    stampedAt: ctx.now.getTime(),
    startsAt: Date.parse(facts.starts_at),
    endsAt: Date.parse(facts.ends_at),
    zone,
    title: facts.title,
    description,
    location: facts.location_join_url || placeOf(facts).replaceAll('\n', ', '),
    hostName: hosts[0]?.name ?? facts.organization,
    attendees: unique([
      ...hosts,
      ...coming,
      ...guests.map((email) => ({ name: '', email })),
      ...('host' in recipient ? [recipient.host] : []),
    ]),
  };
}

function unique(parties: readonly Party[]): Party[] {
  const byAddress = new Map<string, Party>();
  for (const { name, email } of parties) {
    if (!byAddress.has(email.toLowerCase())) byAddress.set(email.toLowerCase(), { name, email });
  }
  return [...byAddress.values()];
}

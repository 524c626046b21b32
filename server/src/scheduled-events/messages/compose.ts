import { floorToMinute } from '@daybook/engine/dates';
import { buildHostJoinUrl } from '../../conferencing/public.ts';
import {
  commonWordsIn,
  createReader,
  formatStart,
  buildUnsubscribeLink,
  renderDescription,
  renderHtml,
  renderText,
  type Content,
  type Invitation,
  type MailParty,
  type Message,
} from '../../mail/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { buildBookingUrl, buildEventUrl, buildImageUrl } from '../../platform/urls.ts';
import { getZone } from '../../platform/zones.ts';
import { eventWordsIn } from './event.words.ts';
import {
  listFacts,
  isOver,
  lacksLink,
  listLocationLines,
  type MessageDraft,
  type Occasion,
  type Recipient,
} from './message-data.ts';
import { neutralizeFacts, neutralizeOccasion } from './neutralize-event.ts';
import { seriesWordsIn } from './notify-series.words.ts';
import type { EventFacts } from './store.ts';

export function composeEmail(ctx: Ctx, typed: EventFacts, about: Occasion, recipient: Recipient): Content {
  const facts = neutralizeFacts(typed);
  const occasion = neutralizeOccasion(about);
  const { invitee, hosts } = facts;
  const isHost = 'host' in recipient;
  const reader = createReader(isHost ? recipient.host.language : invitee.language);
  const zone = isHost ? recipient.host.timezone : invitee.timezone;
  const words = eventWordsIn[reader.language];
  const draft: MessageDraft = { facts, occasion, recipient, reader, zone, words };
  const letter = letterOf(ctx, draft);
  const when = formatStart(reader, getZone(zone), floorToMinute(Date.parse(facts.starts_at)));
  const [firstHost] = hosts;
  const { series } = occasion;
  const title = series && series.length > 1 ? `${facts.title} (${series.length}×)` : facts.title;
  return {
    from: facts.organization,
    to: getParty(facts, recipient),
    replyTo: isHost ? invitee : (firstHost ?? null),
    subject: words.subject[recipient.role === 'former host' ? 'handed over' : occasion.kind](
      isHost ? words.withWho(title, invitee.name) : title,
      when,
    ),
    text: renderText(letter),
    html: renderHtml(letter),
    ...(series ? seriesInvitations(ctx, draft, series) : { invitation: invitationOf(ctx, draft, letter) }),
    ...(letter.refusal && { refusalUrl: letter.refusal.href }),
  };
}

export function getParty({ invitee }: EventFacts, recipient: Recipient): MailParty {
  if ('host' in recipient) return { name: recipient.host.name, email: recipient.host.email };
  if (recipient.role === 'guest') return { name: '', email: recipient.email };
  return { name: invitee.name, email: invitee.email };
}

function letterOf(ctx: Ctx, draft: MessageDraft): Message {
  const { facts, recipient, reader } = draft;
  const common = commonWordsIn[reader.language];
  return {
    language: reader.language,
    organization: facts.organization,
    logoUrl: buildImageUrl(ctx, facts.logo),
    color: facts.color,
    heading: headingOf(draft),
    greeting: greetingOf(draft),
    facts: listFacts(draft),
    actions: isOver(draft) ? [] : actionsOf(ctx, draft),
    footer: facts.hidesBrand
      ? common.footerWithoutBrand(facts.organization)
      : common.footer(facts.organization),
    ...(recipient.role === 'guest' && {
      refusal: { label: common.unsubscribe, href: buildUnsubscribeLink(ctx, recipient.email) },
    }),
  };
}

function actionsOf(ctx: Ctx, draft: MessageDraft): Message['actions'] {
  const { facts, recipient, reader, words } = draft;
  const { invitee } = facts;
  const joinUrl = joinUrlFor(ctx, draft);
  const join = joinUrl ? [{ label: words.join, href: joinUrl }] : [];
  if (recipient.role === 'invitee') return [...join, { label: words.manage, href: ownUrl(ctx, facts) }];
  if (recipient.role === 'guest') return join;
  return [
    ...join,
    {
      label: lacksLink(draft) ? words.addLink : commonWordsIn[reader.language].seeEvent,
      href: buildEventUrl(ctx, facts.id),
    },
    {
      label: words.writeTo(invitee.name),
      href: `mailto:${encodeURIComponent(invitee.email).replace('%40', '@')}`,
    },
    ...(invitee.phone
      ? [{ label: words.call(invitee.name), href: `tel:${invitee.phone.replaceAll(/[^+\d]/g, '')}` }]
      : []),
  ];
}

/** Hosts have a link of their own where they moderate by it. */
function joinUrlFor(ctx: Ctx, { facts, recipient }: MessageDraft): string {
  const { id, location_join_url: joinUrl } = facts;
  return recipient.role === 'host' ? buildHostJoinUrl(ctx, joinUrl, id, recipient.host.id) : joinUrl;
}

function ownUrl(ctx: Ctx, { invitee }: EventFacts): string {
  return buildBookingUrl(ctx, invitee.id, ctx.secrets.unseal(invitee.key_sealed));
}

function headingOf({ facts, occasion: { kind, series }, recipient, reader, words }: MessageDraft): string {
  const isInvited = recipient.role === 'guest' && kind === 'confirmed';
  if (series && !isInvited && (kind === 'confirmed' || kind === 'cancelled')) {
    const { heading, hostHeading } = seriesWordsIn[reader.language];
    return recipient.role === 'host' ? hostHeading[kind](facts.invitee.name) : heading[kind];
  }
  if (recipient.role === 'former host') return words.handedOver;
  if (isInvited) return words.invited(facts.invitee.name);
  if (recipient.role !== 'host' || kind === 'reminder') return words.heading[kind];
  return words.hostHeading[kind](facts.invitee.name);
}

function greetingOf({ facts, recipient, reader }: MessageDraft): string {
  const { name, email } = getParty(facts, recipient);
  return commonWordsIn[reader.language].greeting(name || email);
}

/**
 * The events of a series. New ones are published in one file: calendars take over what is in it, and later changes of each by its id.
 * To cancel, each event has a cancellation of its own: what is only published stays in calendars.
 */
function seriesInvitations(
  ctx: Ctx,
  draft: MessageDraft,
  series: readonly EventFacts[],
): Pick<Content, 'invitation' | 'furtherInvitations'> {
  const { kind } = draft.occasion;
  const invitations = series.flatMap((facts): Invitation[] => {
    const single = { ...draft, facts, occasion: { kind } };
    const invitation = invitationOf(ctx, single, letterOf(ctx, single));
    if (!invitation) return [];
    return [kind === 'confirmed' ? { ...invitation, method: 'PUBLISH', attendees: [] } : invitation];
  });
  const [invitation = null, ...furtherInvitations] = invitations;
  return { invitation, furtherInvitations };
}

/** An invitee sees the hosts and their own guests in the calendar, a host everyone who is coming. */
function invitationOf(ctx: Ctx, draft: MessageDraft, letter: Message): Invitation | null {
  const {
    facts,
    recipient,
    zone,
    words,
    occasion: { kind },
  } = draft;
  if (kind === 'reminder' || ('host' in recipient && recipient.host.hasEntry)) return null;
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
    title:
      'host' in recipient && facts.type !== 'GROUP' ? words.withWho(facts.title, invitee.name) : facts.title,
    description: renderDescription(letter),
    location: joinUrlFor(ctx, draft) || listLocationLines(draft).join(', '),
    ...(!over && urlFor(ctx, draft)),
    hostName: hosts[0]?.name ?? facts.organization,
    attendees: unique([
      ...hosts,
      ...coming,
      ...guests.map((email) => ({ name: '', email })),
      ...('host' in recipient ? [recipient.host] : []),
    ]),
  };
}

/** Guests can't change the event. */
function urlFor(ctx: Ctx, { facts, recipient: { role } }: MessageDraft): Pick<Invitation, 'url'> {
  if (role === 'invitee') return { url: ownUrl(ctx, facts) };
  return role === 'host' ? { url: buildEventUrl(ctx, facts.id) } : {};
}

function unique(parties: readonly MailParty[]): MailParty[] {
  const byAddress = new Map<string, MailParty>();
  for (const { name, email } of parties) {
    if (!byAddress.has(email.toLowerCase())) byAddress.set(email.toLowerCase(), { name, email });
  }
  return [...byAddress.values()];
}

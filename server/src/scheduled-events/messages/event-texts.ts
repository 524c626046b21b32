import { floorToMinute } from '@daybook/engine/dates';
import { formatDuration, createReader, formatStart, formatZone } from '../../mail/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { buildBookingUrl, buildEventUrl } from '../../platform/urls.ts';
import { getZone } from '../../platform/zones.ts';
import { eventWordsIn } from './event.words.ts';
import { listLocationLines, type MessageDraft, type Recipient } from './message-data.ts';
import { cleanFacts } from './neutralize-event.ts';
import type { EventFacts } from './store.ts';

/** What a template may say of an event, as a recipient reads it; `typed` is done to what strangers typed. Only the invitee gets the link that changes the booking. */
export function buildEventTexts(
  ctx: Ctx,
  given: EventFacts,
  recipient: Recipient,
  typed: (text: string) => string,
) {
  const facts = cleanFacts(given, typed);
  const { invitee } = facts;
  const isHost = 'host' in recipient;
  const reader = createReader(isHost ? recipient.host.language : invitee.language);
  const zone = isHost ? recipient.host.timezone : invitee.timezone;
  const words = eventWordsIn[reader.language];
  const draft: MessageDraft = { facts, occasion: { kind: 'reminder' }, recipient, reader, zone, words };
  const startsAt = floorToMinute(Date.parse(facts.starts_at));
  const key = () => ctx.secrets.unseal(invitee.key_sealed);
  return {
    'event.title': facts.title,
    'event.start': formatStart(reader, getZone(zone), startsAt),
    'event.timeZone': formatZone(getZone(zone), startsAt),
    'event.duration': formatDuration(reader, facts.duration),
    'event.location': listLocationLines(draft).join(', '),
    'event.link':
      recipient.role === 'invitee' ? buildBookingUrl(ctx, invitee.id, key()) : buildEventUrl(ctx, facts.id),
    'hosts.names': facts.hosts.map(({ name }) => name).join(', '),
  };
}

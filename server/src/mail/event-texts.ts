import { minuteFloor } from '@daybook/engine/dates';
import type { Ctx } from '../platform/context.ts';
import { bookingUrl, eventUrl } from '../platform/urls.ts';
import { zoneNamed } from '../platform/zones.ts';
import { durationText, readerOf, startText, zoneText } from './dates.ts';
import { placeLinesOf, type Draft, type Recipient } from './letter-facts.ts';
import { cleanFacts } from './neutralize.ts';
import type { EventFacts } from './store.ts';
import { wordsIn } from './words.ts';

/** What a template may say of an event, as a recipient reads it; `typed` is done to what strangers typed. Only the invitee gets the link that changes the booking. */
export function eventTexts(
  ctx: Ctx,
  given: EventFacts,
  recipient: Recipient,
  typed: (text: string) => string,
) {
  const facts = cleanFacts(given, typed);
  const { invitee } = facts;
  const isHost = 'host' in recipient;
  const reader = readerOf(isHost ? recipient.host.language : invitee.language);
  const zone = isHost ? recipient.host.timezone : invitee.timezone;
  const words = wordsIn[reader.language];
  const draft: Draft = { facts, occasion: { kind: 'reminder' }, recipient, reader, zone, words };
  const startsAt = minuteFloor(Date.parse(facts.starts_at));
  const key = () => ctx.secrets.unseal(Buffer.from(invitee.key_sealed, 'hex'));
  return {
    'event.title': facts.title,
    'event.start': startText(reader, zoneNamed(zone), startsAt),
    'event.timeZone': zoneText(zoneNamed(zone), startsAt),
    'event.duration': durationText(reader, facts.duration),
    'event.location': placeLinesOf(draft).join(', '),
    'event.link': recipient.role === 'invitee' ? bookingUrl(ctx, invitee.id, key()) : eventUrl(ctx, facts.id),
    'hosts.names': facts.hosts.map(({ name }) => name).join(', '),
  };
}

import type { Ctx } from '../../platform/context.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import type { Occasion, Recipient } from './message-data.ts';
import {
  toCancelledFacts,
  listRecipients,
  loadEventFacts,
  isInvited,
  type InviteeChange,
  type InviteeChangeFacts,
} from './notify-invitee.ts';
import { queueEventMessages, type EventMessage } from './queue-messages.ts';
import { findInvitedGuests, type EventFacts } from './store.ts';

/** Reactions to a series as a whole: one message for each recipient, with all of its events. */

interface SeriesCancellation {
  readonly occurrences: readonly InviteeChange[];
  readonly stillBooked?: Occasion['stillBooked'];
}

type Series = readonly PublishedEvent<SeriesCancellation>[];

export function sendSeriesScheduledEmails(ctx: Ctx, events: Series): Promise<void> {
  return mailEach(ctx, events, async (known) =>
    messagesOf(
      known.map(({ facts }) => facts),
      'confirmed',
    ),
  );
}

/** Guests hear of the end only of what they were invited to. */
export function sendSeriesCancelledEmails(ctx: Ctx, events: Series): Promise<void> {
  return mailEach(ctx, events, async (known, { stillBooked }) => {
    const invited = await findInvitedGuests(
      ctx,
      known.map(({ facts }) => facts.id),
    );
    const messages = messagesOf(known.map(toCancelledFacts), 'cancelled', (facts, recipient) =>
      isInvited(facts, invited, recipient),
    );
    return messages.map((message) => ({ ...message, occasion: { ...message.occasion, stillBooked } }));
  });
}

async function mailEach(
  ctx: Ctx,
  events: Series,
  compose: (
    known: readonly InviteeChangeFacts<InviteeChange>[],
    payload: SeriesCancellation,
  ) => Promise<EventMessage[]>,
): Promise<void> {
  for (const event of events) {
    const published = event.payload.occurrences.map((payload) => ({ ...event, payload }));
    const known = await loadEventFacts(ctx, published);
    if (known.length > 0) await queueEventMessages(ctx, await compose(known, event.payload));
  }
}

/** Hosts may have changed since it was booked: each of them gets those that are theirs. */
function messagesOf(
  events: readonly EventFacts[],
  kind: 'confirmed' | 'cancelled',
  isFor: (facts: EventFacts, recipient: Recipient) => boolean = () => true,
): EventMessage[] {
  const byAddress = new Map<string, { recipient: Recipient; series: EventFacts[] }>();
  for (const facts of events) {
    for (const recipient of listRecipients(facts).filter((each) => isFor(facts, each))) {
      const address = addressOf(recipient);
      const known = byAddress.get(address);
      if (known) known.series.push(facts);
      else byAddress.set(address, { recipient, series: [facts] });
    }
  }
  return [...byAddress.values()].flatMap(({ recipient, series }) => {
    const [facts] = series;
    return facts ? [{ facts, occasion: { kind, series }, recipients: [recipient] }] : [];
  });
}

function addressOf(recipient: Recipient): string {
  if ('host' in recipient) return `host ${recipient.host.id}`;
  return recipient.role === 'guest' ? recipient.email.toLowerCase() : 'invitee';
}

import { queueEmails, type NewEmail } from '../../mail/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { composeEmail } from './compose.ts';
import type { Occasion, Recipient } from './message-data.ts';
import type { EventFacts } from './store.ts';

/** One occasion, and everyone who gets mail of it. */
export interface EventMessage {
  readonly facts: EventFacts;
  readonly occasion: Occasion;
  readonly recipients: readonly Recipient[];
  /** What makes it another message than the last of its kind: the event's sequence unless given. */
  readonly state?: string;
}

/** Puts messages into the transaction, and has them sent once it is committed. */
export async function queueEventMessages(ctx: Ctx, messages: readonly EventMessage[]): Promise<void> {
  const emails = new Map<string, NewEmail>();
  for (const { facts, occasion, recipients, state = `v${facts.sequence}` } of messages) {
    for (const recipient of recipients) {
      const dedupeKey = [facts.id, addressee(facts, recipient), occasion.kind, state].join(' ');
      if (emails.has(dedupeKey)) continue;
      emails.set(dedupeKey, {
        kind: recipient.role === 'former host' ? 'handed over' : occasion.kind,
        dedupeKey,
        aboutId: facts.id,
        memberId: 'host' in recipient ? recipient.host.id : null,
        content: composeEmail(ctx, facts, occasion, recipient),
      });
    }
  }
  await queueEmails(ctx, [...emails.values()]);
}

/** A host gets one message of a change, however many invitees it concerns. */
function addressee({ invitee }: EventFacts, recipient: Recipient): string {
  if ('host' in recipient) return `host:${recipient.host.id}`;
  return recipient.role === 'guest' ? `${invitee.id}:${recipient.email.toLowerCase()}` : invitee.id;
}

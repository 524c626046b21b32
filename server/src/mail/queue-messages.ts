import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { erasedEmail } from '../platform/personal-data.ts';
import { composeEmail, getParty } from './compose.ts';
import type { Occasion, Recipient } from './message-data.ts';
import { listUnsubscribed } from './unsubscribes.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages, type EventFacts, type NewMessage } from './store.ts';

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
  const rows = new Map<string, NewMessage>();
  const refused = await listUnsubscribed(
    ctx,
    messages.flatMap(({ recipients }) => recipients.flatMap(guestOf)),
  );
  for (const { facts, occasion, recipients, state = `v${facts.sequence}` } of messages) {
    for (const recipient of recipients) {
      if (getParty(facts, recipient).email === erasedEmail) continue;
      const key = [facts.id, addressee(facts, recipient), occasion.kind, state].join(' ');
      if (rows.has(key)) continue;
      const message = messageOf(ctx, key, facts, occasion, recipient);
      const isRefused = guestOf(recipient).some((email) => refused.has(email));
      rows.set(key, isRefused ? { ...message, status: 'refused' } : message);
    }
  }
  await enqueueSending(ctx, await insertMessages(ctx, [...rows.values()]));
}

function guestOf(recipient: Recipient): string[] {
  return recipient.role === 'guest' ? [recipient.email] : [];
}

/** A host gets one message of a change, however many invitees it concerns. */
function addressee({ invitee }: EventFacts, recipient: Recipient): string {
  if ('host' in recipient) return `host:${recipient.host.id}`;
  return recipient.role === 'guest' ? `${invitee.id}:${recipient.email.toLowerCase()}` : invitee.id;
}

function messageOf(
  ctx: Ctx,
  key: string,
  facts: EventFacts,
  occasion: Occasion,
  recipient: Recipient,
): NewMessage {
  return {
    id: generateUuid(),
    dedupe_key: key,
    kind: recipient.role === 'former host' ? 'handed over' : occasion.kind,
    event_id: facts.id,
    member_id: 'host' in recipient ? recipient.host.id : null,
    to_email: getParty(facts, recipient).email,
    content_sealed: ctx.secrets.seal(JSON.stringify(composeEmail(ctx, facts, occasion, recipient))),
  };
}

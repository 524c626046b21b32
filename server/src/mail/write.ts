import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { compose, partyOf, type Content, type Occasion, type Recipient } from './compose.ts';
import { sendMail } from './send.jobs.ts';
import { insertMessages, type EventFacts } from './store.ts';

/** Puts messages into the outbox of this transaction, and has them sent once it is committed. */
export async function write(
  ctx: Ctx,
  facts: EventFacts,
  occasion: Occasion,
  recipients: readonly Recipient[],
  state = `v${facts.sequence}`,
): Promise<void> {
  const ids = await insertMessages(
    ctx,
    recipients.map((recipient) => ({
      id: newUuid(),
      dedupe_key: [facts.id, addressee(facts, recipient), occasion.kind, state].join(' '),
      kind: recipient.role === 'former host' ? 'handed over' : occasion.kind,
      event_id: facts.id,
      member_id: 'host' in recipient ? recipient.host.id : null,
      to_email: partyOf(facts, recipient).email,
      content_sealed: seal(ctx, compose(ctx, facts, occasion, recipient)),
    })),
  );
  if (ids.length > 0) await ctx.enqueue(sendMail, { workspaceId: ctx.workspaceId, ids });
}

/** A host hears once of a change, however many invitees it concerns. */
function addressee({ invitee }: EventFacts, recipient: Recipient): string {
  if ('host' in recipient) return `host:${recipient.host.id}`;
  return recipient.role === 'guest' ? `${invitee.id}:${recipient.email.toLowerCase()}` : invitee.id;
}

function seal(ctx: Ctx, content: Content): Buffer {
  return ctx.secrets.seal(JSON.stringify(content));
}

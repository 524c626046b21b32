import type { Ctx } from '../../platform/context.ts';
import { composeEmail } from './compose.ts';
import { queueEventMessages } from './queue-messages.ts';
import type { EventFacts } from './store.ts';

/** Reminds an invitee. The same state of the same event is written once. */
export function writeReminder(ctx: Ctx, facts: EventFacts, state: string): Promise<void> {
  return queueEventMessages(ctx, [
    { facts, occasion: { kind: 'reminder' }, recipients: [{ role: 'invitee' }], state },
  ]);
}

export function composeReminder(
  ctx: Ctx,
  facts: EventFacts,
): { readonly subject: string; readonly text: string; readonly html: string } {
  return composeEmail(ctx, facts, { kind: 'reminder' }, { role: 'invitee' });
}

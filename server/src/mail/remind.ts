import type { Ctx } from '../platform/context.ts';
import { compose } from './compose.ts';
import type { EventFacts } from './store.ts';
import { write } from './write.ts';

/** Reminds an invitee. The same state of the same event is written once. */
export function writeReminder(ctx: Ctx, facts: EventFacts, state: string): Promise<void> {
  return write(ctx, [{ facts, occasion: { kind: 'reminder' }, recipients: [{ role: 'invitee' }], state }]);
}

export function composeReminder(
  ctx: Ctx,
  facts: EventFacts,
): { readonly subject: string; readonly text: string; readonly html: string } {
  return compose(ctx, facts, { kind: 'reminder' }, { role: 'invitee' });
}

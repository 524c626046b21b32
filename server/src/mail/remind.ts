import type { Ctx } from '../platform/context.ts';
import { findEventFacts } from './store.ts';
import { write } from './write.ts';

export interface Reminder {
  readonly inviteeId: string;
  /** When the event was to start as the reminder was set. */
  readonly startsAt: string;
  readonly minutes: number;
}

/** Reminds an invitee, if the event is still on and at the time that the reminder was set for. */
export async function remind(ctx: Ctx, { inviteeId, startsAt, minutes }: Reminder): Promise<void> {
  const facts = (await findEventFacts(ctx, [inviteeId])).get(inviteeId);
  if (!facts || facts.status !== 'confirmed' || facts.invitee.cancelled_at !== null) return;
  const isPast = Date.parse(facts.starts_at) <= ctx.now.getTime();
  if (facts.starts_at !== startsAt || isPast) return;
  const recipients = [{ role: 'invitee' }] as const;
  await write(ctx, [{ facts, occasion: { kind: 'reminder' }, recipients, state: `${startsAt}-${minutes}` }]);
}

import type { Ctx } from '../platform/context.ts';
import { findEventFacts, writeReminder } from '../scheduled-events/public.ts';
import { findStandard } from './store.ts';

interface Reminder {
  readonly inviteeId: string;
  /** When the event was to start as the reminder was set. */
  readonly startsAt: string;
  readonly minutes: number;
}

/** Reminds an invitee, if reminders are on, and the event is still on and at the time that the reminder was set for. */
export async function sendLegacyReminder(
  ctx: Ctx,
  { inviteeId, startsAt, minutes }: Reminder,
): Promise<void> {
  const workflow = await findStandard(ctx, 'reminders');
  const facts = (await findEventFacts(ctx, [inviteeId])).get(inviteeId);
  if (!workflow?.is_active || !facts) return;
  if (facts.status !== 'confirmed' || facts.invitee.cancelled_at !== null) return;
  const isPast = Date.parse(facts.starts_at) <= ctx.now.getTime();
  if (facts.starts_at !== startsAt || isPast) return;
  await writeReminder(ctx, facts, `${startsAt}-${minutes}`);
}

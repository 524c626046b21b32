import { isOver } from '../core/public.ts';

/** Why an invitee can't move their event by themselves, or undefined. */
export function findRescheduleProblem(
  event: { readonly starts_at: string; readonly status: string },
  active: readonly { readonly id: string }[],
  inviteeId: string,
  now: Date,
): string | undefined {
  if (!active.some(({ id }) => id === inviteeId)) return 'This event was canceled.';
  if (isOver(event, now)) return 'This event is over.';
  if (active.length > 1)
    return 'Other people are booked for this event too. Book another time, then cancel this one.';
  return undefined;
}

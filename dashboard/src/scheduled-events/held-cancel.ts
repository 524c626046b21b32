import { useIsHeld } from '../kit/toasts.tsx';
import type { ScheduledEvent } from './rules.ts';

/** The key of a cancellation that can still be undone. */
export const getCancelKey = (uuid: string): string => `cancel ${uuid}`;

/** An event whose cancellation can still be undone already looks as it will. */
export function useShownEvent(event: ScheduledEvent): ScheduledEvent {
  return useIsHeld(getCancelKey(event.uuid)) ? { ...event, status: 'cancelled' } : event;
}

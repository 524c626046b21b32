import { findHeader, parseParameters, type SipResponse } from './message.ts';

/** RFC 4028: one side refreshes a call, and the other ends a call of which it hears no more. */
export interface SessionPlan {
  readonly afterMs: number;
  /** Whether we refresh the call. Otherwise the peer does, and we end the call if it doesn't. */
  readonly isOurs: boolean;
}

/** From the answer to our INVITE; undefined if the call needs no refreshing. */
export function parseSessionPlan(accepted: SipResponse): SessionPlan | undefined {
  const header = findHeader(accepted, 'Session-Expires') ?? '';
  const seconds = Number.parseInt(header, 10);
  if (!(seconds >= 90 && seconds <= 86_400)) return undefined;
  const isOurs = parseParameters(header).get('refresher') !== 'uas';
  return { afterMs: 1000 * (isOurs ? seconds / 2 : seconds - Math.min(32, seconds / 3)), isOurs };
}

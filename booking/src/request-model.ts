import type { BookingModel } from './model.ts';

/** A request for a time: to whoever made it, or to a host who answers it. */
export interface RequestModel extends Pick<
  BookingModel,
  | 'site'
  | 'color'
  | 'title'
  | 'organization'
  | 'startDay'
  | 'startClock'
  | 'endClock'
  | 'zone'
  | 'offset'
  | 'duration'
  | 'fullName'
  | 'email'
  | 'hosts'
  | 'answers'
> {
  readonly isHost: boolean;
  readonly status: 'open' | 'confirmed' | 'declined' | 'expired' | 'withdrawn';
  readonly reason: string | null;
  readonly expiresDay: number;
  readonly expiresClock: string;
  /** Of the event in the dashboard, for a host, or the invitee's own page. */
  readonly eventPath: string | null;
}

import type { EventModel } from './event-model.ts';
import type { BookingModel } from './model.ts';

/** A request for a time slot: for the invitee who made it, or for a host who answers it. */
export interface RequestModel
  extends EventModel, Pick<BookingModel, 'fullName' | 'email' | 'hosts' | 'answers'> {
  readonly isHost: boolean;
  readonly status: 'open' | 'confirmed' | 'declined' | 'expired' | 'withdrawn';
  readonly reason: string | null;
  readonly expiresDay: number;
  readonly expiresClock: string;
}

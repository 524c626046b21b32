import type { EventModel } from './event-model.ts';

/** Where somebody who waits for a seat sees their place. */
export interface WaitlistModel extends EventModel {
  readonly status: 'waiting' | 'booked' | 'ended';
  /** In the list; the first is 1. */
  readonly position: number;
}

/** A time of a group that is full, in the zone of the page. */
interface FullTime {
  readonly day: number;
  readonly clock: string;
  readonly offset: number;
}

/** What a booking page says of times that are full. */
export interface PageWaitlist {
  /** The form is for the waitlist of one of them. */
  readonly isWaiting: boolean;
  /** Of that time: it tells the two apart that a clock shows when it goes back. */
  readonly waitingOffset: number | null;
  readonly fullTimes: readonly FullTime[];
}

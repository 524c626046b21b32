import type { BookingModel } from './model.ts';

/** A page about something that may become an event. */
export interface EventModel extends Pick<
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
> {
  /** Of the event once there is one: the invitee's own page, or for a host the one in the dashboard. */
  readonly eventPath: string | null;
}

import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** A calendar can't be read any more, and its owner should know. */
export const connectionFailing = defineEvent('calendar.failing', z.object({ connectionId: z.string() }));

/** A booking's entry in the calendar of a host. */
const about = { eventId: z.string(), hostId: z.string() };
const streamOf = ({ eventId }: { readonly eventId: string }): string => eventId;

/** The calendar has made the meeting that its entry was to have. */
export const meetingMade = defineEvent(
  'calendar.meeting_made',
  z.object({ ...about, joinUrl: z.string() }),
  streamOf,
);

const times = z.object({ startsAt: z.string(), endsAt: z.string() });

/** What a host did to an entry in their calendar. `from` is when it had been entered: a booking that is elsewhere by then wins. */
export const entryMoved = defineEvent(
  'calendar.entry_moved',
  z.object({ ...about, ...times.shape, from: times }),
  streamOf,
);
export const entryDeleted = defineEvent(
  'calendar.entry_deleted',
  z.object({ ...about, from: times }),
  streamOf,
);
export const entryDeclined = defineEvent('calendar.entry_declined', z.object(about), streamOf);

/** The booking can't follow its entry to another time. */
export const moveRefused = defineEvent(
  'calendar.move_refused',
  z.object({ ...about, reason: z.string() }),
  streamOf,
);

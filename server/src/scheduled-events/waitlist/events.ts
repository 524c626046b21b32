import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

const entry = z.object({ entryId: z.string(), eventId: z.string() });
const streamOf = ({ eventId }: z.output<typeof entry>): string => eventId;

/** Somebody waits for seats of an event. */
export const waitlistJoined = defineEvent('waitlist.joined', entry, streamOf);

/** They have seats, or have left the waitlist: once, whatever happens at the same time. */
export const waitlistLeft = defineEvent('waitlist.left', entry, streamOf);

import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

const request = z.object({ requestId: z.string() });
const requestStream = ({ requestId }: z.output<typeof request>): string => requestId;

/** Somebody wants a time on a page whose host decides. */
export const requestCreated = defineEvent('booking_request.created', request, requestStream);

/** Confirmed, declined, withdrawn or expired: once, whatever happens at the same time. */
export const requestClosed = defineEvent('booking_request.closed', request, requestStream);

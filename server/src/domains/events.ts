import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** A verified domain is no longer used, because its records changed. */
export const domainFailing = defineEvent('domain.failing', z.object({ domainId: z.string() }));

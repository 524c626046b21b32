import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

/** A visitor must confirm their address. The code is sealed in the row. */
export const addressCodeRequested = defineEvent(
  'address.code_requested',
  z.object({ confirmationId: z.string() }),
);

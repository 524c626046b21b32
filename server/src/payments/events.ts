import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** It was paid for a time that was gone by then. All of it is paid back. */
export const paymentTooLate = defineEvent('payment.too_late', z.object({ paymentId: z.string() }));

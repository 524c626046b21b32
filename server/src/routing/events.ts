import { routingFormSubmittedPayload } from '@daybook/contract/webhook-payloads';
import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/**
 * `payload` is that of the webhook, `memberIds` the owner of the form, and `person` who submitted it, if an email address
 * was given.
 */
export const formSubmitted = defineEvent(
  'routing_form.submitted',
  z.object({
    payload: routingFormSubmittedPayload,
    memberIds: z.array(z.string()),
    person: z
      .object({ email: z.string(), name: z.string().nullable(), phone: z.string().nullable() })
      .nullable(),
  }),
  ({ payload }) => payload.reportId,
);

import { routingFormSubmittedPayload } from '@daybook/contract/webhook-payloads';
import { z } from 'zod';
import { eventKind } from '../platform/outbox.ts';

/**
 * Somebody answered a form. `payload` is what goes over the wire to webhooks; `memberIds` are those whose form it is;
 * `person` is who answered, when the form asked for an address.
 */
export const formSubmitted = eventKind(
  'routing_form.submitted',
  z.object({
    payload: routingFormSubmittedPayload,
    memberIds: z.array(z.string()),
    person: z
      .object({ email: z.string(), name: z.string().nullable(), phone: z.string().nullable() })
      .nullable(),
  }),
);

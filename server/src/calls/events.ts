import { outboundCall } from '@daybook/contract/calls';
import { z } from 'zod';
import { eventKind } from '../platform/outbox.ts';

/**
 * A call came to its end, answered or not; its status says which. Cancelling one is not an end of this kind. `payload` is
 * what goes over the wire to webhooks; `memberIds` are those whose call it is; `person` is who was called.
 */
export const callCompleted = eventKind(
  'ai_agent.call_completed',
  z.object({
    payload: outboundCall,
    memberIds: z.array(z.string()),
    person: z.object({ email: z.string(), name: z.string(), phone: z.string() }),
  }),
);

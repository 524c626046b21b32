import { outboundCall } from '@daybook/contract/calls';
import { z } from 'zod';
import { eventKind } from '../platform/events.ts';

/**
 * A call has completed or failed; one that is cancelled publishes nothing. `payload` is that of the webhook, `memberIds` who
 * queued the call, and `person` who was called.
 */
export const callCompleted = eventKind(
  'ai_agent.call_completed',
  z.object({
    payload: outboundCall,
    memberIds: z.array(z.string()),
    person: z.object({ email: z.string(), name: z.string(), phone: z.string() }),
  }),
  ({ payload }) => payload.id,
);

import { outboundCall } from '@daybook/contract/calls';
import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/**
 * A call has completed or failed; one that is cancelled publishes nothing. `payload` is that of the webhook, `memberIds` who
 * queued the call, and `person` who was called.
 */
export const callCompleted = defineEvent(
  'ai_agent.call_completed',
  z.object({
    payload: z.preprocess(withLaterFields, outboundCall),
    memberIds: z.array(z.string()),
    person: z.object({ email: z.string(), name: z.string(), phone: z.string() }),
  }),
  ({ payload }) => payload.id,
);

/** The outbox may hold calls that were published before there were these fields. */
function withLaterFields(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || 'telephonyState' in payload) return payload;
  const call = payload as { callLog?: object | null; retryLogs?: object[] };
  const telephonyState = 'unknown';
  const costs = { seconds: 0, amount: null, currency: null };
  return {
    ...call,
    telephonyState,
    nextAttemptAt: null,
    callLog: call.callLog ? { telephonyState, result: null, turns: null, costs, ...call.callLog } : null,
    retryLogs: call.retryLogs?.map((attempt) => ({ telephonyState, ...attempt })),
  };
}

import type { Ctx } from '../platform/context.ts';
import { findAgent } from './agents.store.ts';
import { callCompleted } from './events.ts';
import type { AttemptState, EndedAttempt } from './provider.ts';
import { decideNext } from './rules.ts';
import * as store from './store.ts';
import { callView } from './view.ts';

/** When to look an attempt up again, while it is active and while its state is unknown. */
const activeCheckSeconds = 300;
const unknownCheckSeconds = 30;
/** An attempt whose state stays unknown for longer ends with the outcome `unknown`. */
const unknownTimeoutMs = 10 * 60_000;

/** Records the state of an attempt, and what follows for its call. Idempotent: an attempt that has ended does not change. */
export async function recordState(
  ctx: Ctx,
  callId: string,
  attemptId: string,
  state: AttemptState,
): Promise<void> {
  const call = await store.lockCall(ctx, callId);
  const attempt = call && (await store.findOpenAttempt(ctx, callId, attemptId));
  if (!call || !attempt) return;
  switch (state.state) {
    case 'active':
      return store.scheduleCheck(ctx, attempt, { state: 'active' }, activeCheckSeconds);
    case 'ended':
      return endAttempt(ctx, call, attempt, state);
    case 'not_placed':
      return endAttempt(ctx, call, attempt, { ...state, outcome: null });
    case 'unknown': {
      const waitedMs = ctx.now.getTime() - new Date(attempt.started_at).getTime();
      if (waitedMs > unknownTimeoutMs)
        return endAttempt(ctx, call, attempt, { ...state, outcome: 'unknown' });
      return store.scheduleCheck(ctx, attempt, { error: state.error }, unknownCheckSeconds);
    }
  }
}

async function endAttempt(
  ctx: Ctx,
  call: store.CallRow,
  attempt: store.AttemptRow,
  result: Omit<EndedAttempt, 'state' | 'outcome'> & { outcome: EndedAttempt['outcome'] | null },
): Promise<void> {
  const { outcome, error = null, isFinal = false, callAgainAt } = result;
  // The answer to a look-up can't be refused, so an event that does not exist is left out.
  const eventId = result.eventUuid ?? attempt.event_uuid;
  const sinceStartMs = Math.max(0, ctx.now.getTime() - new Date(attempt.started_at).getTime());
  await store.endAttempt(ctx, attempt, {
    ended_at: ctx.now.toISOString(),
    outcome,
    error,
    duration_seconds: result.durationSeconds ?? Math.floor(sinceStartMs / 1000),
    transcript: result.transcript ?? null,
    summary: result.summary ?? null,
    recording_url: result.recordingUrl ?? null,
    event_uuid: eventId !== null && (await store.hasEvent(ctx, eventId)) ? eventId : null,
  });
  const agent = await findAgent(ctx, call.agent_id);
  const decision = decideNext(
    { attempt: attempt.attempt, outcome, error, isFinal, isWanted: callAgainAt !== undefined },
    agent?.max_attempts ?? 1,
  );
  if (decision.next === 'retry') {
    const dueAt = callAgainAt ?? new Date(ctx.now.getTime() + (agent?.retry_delay_minutes ?? 1) * 60_000);
    return store.updateCall(ctx, call.id, { due_at: dueAt.toISOString() });
  }
  return finishCall(ctx, call, decision.next, decision.next === 'failed' ? decision.error : null);
}

/** Ends a call, and publishes that. */
export async function finishCall(
  ctx: Ctx,
  { id }: store.CallRow,
  status: 'completed' | 'failed',
  error: string | null,
): Promise<void> {
  await store.updateCall(ctx, id, { status, error, due_at: null });
  const call = await store.findCall(ctx, id);
  if (!call) return;
  await ctx.publish(callCompleted, {
    payload: callView(call),
    memberIds: call.queued_by === null ? [] : [call.queued_by],
    person: { email: call.email, name: call.full_name, phone: call.phone_number },
  });
}

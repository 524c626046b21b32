import type { Ctx } from '../platform/context.ts';
import { findAgent } from './agents.store.ts';
import { callCompleted } from './events.ts';
import type { Ended, Standing } from './provider.ts';
import { afterAttempt } from './rules.ts';
import * as store from './store.ts';
import { callView } from './view.ts';

/** How often an attempt is asked after while it goes on, and when nothing could be learnt of it. */
const activeCheckSeconds = 300;
const unknownCheckSeconds = 30;
/** After this long without an answer an attempt counts as one of which nothing is known. */
const patienceMs = 10 * 60_000;

/**
 * Records what is known of an attempt, and what follows for its call. What comes late, or twice, changes nothing: an
 * attempt that has ended stays as it is.
 */
export async function recordStanding(
  ctx: Ctx,
  callId: string,
  attemptId: string,
  standing: Standing,
): Promise<void> {
  const call = await store.lockCall(ctx, callId);
  const attempt = call && (await store.findOpenAttempt(ctx, callId, attemptId));
  if (!call || !attempt) return;
  switch (standing.state) {
    case 'active':
      return store.keepAttempt(ctx, attempt, { state: 'active' }, activeCheckSeconds);
    case 'ended':
      return endAttempt(ctx, call, attempt, standing);
    case 'not_placed':
      return endAttempt(ctx, call, attempt, { ...standing, outcome: null });
    case 'unknown': {
      const waitedMs = ctx.now.getTime() - new Date(attempt.started_at).getTime();
      if (waitedMs > patienceMs) return endAttempt(ctx, call, attempt, { ...standing, outcome: 'unknown' });
      return store.keepAttempt(ctx, attempt, { error: standing.error }, unknownCheckSeconds);
    }
  }
}

async function endAttempt(
  ctx: Ctx,
  call: store.CallRow,
  attempt: store.AttemptRow,
  result: Omit<Ended, 'state' | 'outcome'> & { outcome: Ended['outcome'] | null },
): Promise<void> {
  const { outcome, error = null } = result;
  const sinceStartMs = Math.max(0, ctx.now.getTime() - new Date(attempt.started_at).getTime());
  await store.endAttempt(ctx, attempt, {
    ended_at: ctx.now.toISOString(),
    outcome,
    error,
    duration_seconds: result.durationSeconds ?? Math.floor(sinceStartMs / 1000),
    transcript: result.transcript ?? null,
    summary: result.summary ?? null,
    recording_url: result.recordingUrl ?? null,
    event_uuid: result.eventUuid ?? null,
  });
  const agent = await findAgent(ctx, call.agent_id);
  const verdict = afterAttempt({ attempt: attempt.attempt, outcome, error }, agent?.max_attempts ?? 1);
  if (verdict.next === 'retry') {
    const dueAt = new Date(ctx.now.getTime() + (agent?.retry_delay_minutes ?? 1) * 60_000);
    return store.updateCall(ctx, call.id, { due_at: dueAt.toISOString() });
  }
  return finishCall(ctx, call, verdict.next, verdict.next === 'failed' ? verdict.error : null);
}

/** The end of a call, and the one place that tells of it. */
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

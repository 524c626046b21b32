import type { Ctx } from '../platform/context.ts';
import { findAgent, type AgentRow } from './agents.store.ts';
import { callCompleted } from './events.ts';
import { optOut } from './do-not-call.ts';
import type { AttemptState, EndedAttempt, ResultKind } from './provider.ts';
import { deleteDial } from './dials.store.ts';
import { countLineRefusals } from './line.store.ts';
import { insertRecording } from './recordings.store.ts';
import { decideNext, resolveTelephony, type RetryDelays } from './retries.rules.ts';
import * as store from './store.ts';
import { serializeCall } from './view.ts';

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
  if (!call) return;
  const attempt = await store.findOpenAttempt(ctx, callId, attemptId);
  // A callee who wants no more calls gets none, also when this comes late.
  if (state.state === 'ended' && state.result === 'opted_out') await optOut(ctx, call.phone_number);
  if (!attempt) return;
  switch (state.state) {
    case 'active':
      return store.scheduleCheck(ctx, attempt, activeChanges(attempt, state), activeCheckSeconds);
    case 'ended':
      return endAttempt(ctx, call, attempt, state);
    case 'not_placed':
      return endAttempt(ctx, call, attempt, { ...state, outcome: null }, state.refused !== undefined);
    case 'unknown': {
      const waitedMs = ctx.now.getTime() - new Date(attempt.started_at).getTime();
      if (waitedMs > unknownTimeoutMs)
        return endAttempt(ctx, call, attempt, { ...state, outcome: 'unknown' });
      return store.scheduleCheck(ctx, attempt, { error: state.error }, unknownCheckSeconds);
    }
  }
}

/** Reports may overtake each other: an attempt that was answered does not ring. */
function activeChanges(
  { telephony }: store.AttemptRow,
  { telephony: reported, result }: Extract<AttemptState, { state: 'active' }>,
) {
  const order: readonly (string | null | undefined)[] = ['dialing', 'ringing', 'answered'];
  const isNews = order.indexOf(reported) > order.indexOf(telephony ?? 'dialing');
  return { state: 'active' as const, ...(isNews && { telephony: reported }), ...(result && { result }) };
}

async function endAttempt(
  ctx: Ctx,
  call: store.CallRow,
  attempt: store.AttemptRow,
  ended: Omit<EndedAttempt, 'state' | 'outcome'> & { outcome: EndedAttempt['outcome'] | null },
  isLineRefused = false,
): Promise<void> {
  const { outcome, error = null, isFinal = false } = ended;
  const telephony = resolveTelephony(outcome, ended.telephony, isFinal);
  const result = ended.result ?? attempt.result;
  const callAgainAt = result === 'opted_out' ? undefined : ended.callAgainAt;
  const agent = await findAgent(ctx, call.agent_id);
  const recordingUrl = await storeRecording(ctx, call, attempt, agent, ended.recording);
  await store.endAttempt(ctx, attempt, {
    ...(await columnsOf(ctx, attempt, { ...ended, result: result as ResultKind | null, callAgainAt })),
    ended_at: ctx.now.toISOString(),
    outcome,
    telephony,
    error,
    recording_url: recordingUrl ?? ended.recordingUrl ?? null,
    is_line_refused: isLineRefused,
  });
  if (outcome === null) await deleteDial(ctx, attempt.id);
  const decision = decideNext(
    {
      attempt: attempt.attempt - (await countLineRefusals(ctx, call.id)),
      isLineRefused,
      outcome,
      telephony,
      error,
      isFinal,
      isWanted: callAgainAt !== undefined,
      failures: telephony === 'failed' ? 1 + (await store.countFailures(ctx, attempt)) : 0,
    },
    {
      maxAttempts: agent?.max_attempts ?? 1,
      delayMinutes: agent?.retry_delay_minutes ?? 1,
      delays: (agent?.retry_delays ?? null) as RetryDelays | null,
    },
  );
  if (decision.next === 'retry') {
    const dueAt = callAgainAt ?? new Date(ctx.now.getTime() + decision.afterMinutes * 60_000);
    return store.updateCall(ctx, call.id, { due_at: dueAt.toISOString() });
  }
  return finishCall(ctx, call, decision.next, decision.next === 'failed' ? decision.error : null);
}

/** The address under which it is downloaded; undefined when there is none. */
async function storeRecording(
  ctx: Ctx,
  call: store.CallRow,
  attempt: store.AttemptRow,
  agent: AgentRow | undefined,
  audio: Uint8Array | undefined,
): Promise<string | undefined> {
  if (!agent || !audio) return undefined;
  const expiresAt = new Date(ctx.now.getTime() + agent.recording_days * 86_400_000);
  await insertRecording(ctx, { callId: call.id, attemptId: attempt.id, audio, expiresAt });
  return `${ctx.publicUrl}/v2/agents/${agent.id}/outbound-calls/${call.id}/recording`;
}

/** What is known of an attempt beside how it ended. */
async function columnsOf(
  ctx: Ctx,
  attempt: store.AttemptRow,
  ended: Omit<EndedAttempt, 'state' | 'outcome'>,
) {
  // The answer to a look-up can't be refused, so an event that does not exist is left out.
  const eventId = ended.eventUuid ?? attempt.event_uuid;
  const isBooked = eventId !== null && (await store.hasEvent(ctx, eventId));
  const sinceStartMs = Math.max(0, ctx.now.getTime() - new Date(attempt.started_at).getTime());
  return {
    duration_seconds: ended.durationSeconds ?? Math.floor(sinceStartMs / 1000),
    transcript: ended.transcript ?? null,
    summary: ended.summary ?? null,
    event_uuid: isBooked ? eventId : null,
    result: ended.result ?? impliedResult(isBooked, ended),
    callback_at: ended.callAgainAt?.toISOString() ?? null,
    link_sent: ended.isLinkSent ?? false,
    turns: ended.turns ? JSON.stringify(ended.turns) : null,
    cost_amount: ended.cost ? String(ended.cost.amount) : null,
    cost_currency: ended.cost?.currency ?? null,
  };
}

/** Of a provider that names no result: what it does say. */
function impliedResult(
  isBooked: boolean,
  { callAgainAt }: Omit<EndedAttempt, 'state' | 'outcome'>,
): ResultKind | null {
  if (isBooked) return 'booked';
  return callAgainAt ? 'callback' : null;
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
    payload: serializeCall(call),
    memberIds: call.queued_by === null ? [] : [call.queued_by],
    person: { email: call.email, name: call.full_name, phone: call.phone_number },
  });
}

import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { readSettings } from '../platform/settings.ts';
import { findAgent, isOnDoNotCallList, loadWorkspaceNames, type AgentRow } from './agents.store.ts';
import { finishCall } from './end-attempt.ts';
import { findLinePause } from './line.ts';
import type { Dial } from './provider.ts';
import { insertDial, lockDials } from './dials.store.ts';
import {
  countedMs,
  findNextDialTime,
  findNextOpening,
  noCommonOpening,
  placeWithinSeconds,
  explainNotCallable,
  explainNotDialed,
  listCalleeZones,
  type CallingHours,
} from './rules.ts';
import { callSettings } from './settings.ts';
import { simulator } from './simulator.ts';
import {
  claimOverdueAttempt,
  insertAttempt,
  lockCall,
  updateCall,
  type AttemptRow,
  type CallRow,
} from './store.ts';

/** What a worker does next, outside of a transaction. */
export interface Step {
  readonly kind: 'place' | 'look up';
  readonly provider: string;
  readonly dial: Dial;
}

/** By provider. */
export interface LineAllocator {
  /** False while all are in use. */
  readonly take: (provider: string) => boolean;
  readonly trunkOf: (provider: string) => Buffer | undefined;
}

/** After this, another worker may look the attempt up. */
export const leaseSeconds = 120;
/** After this, a call for which no line was free asks again. */
const lineSeconds = 60;

/**
 * Records the next step of a call, so that it is committed before it is done. Undefined when there is none: another worker
 * does it, the call was cancelled, or it is not due.
 */
export async function startStep(
  ctx: Ctx,
  callId: string,
  lines: LineAllocator = { take: () => true, trunkOf: () => undefined },
): Promise<Step | undefined> {
  const call = await lockCall(ctx, callId);
  const agent = call && (await findAgent(ctx, call.agent_id));
  if (!call || !agent) return undefined;
  if (call.due_at !== null) return startAttempt(ctx, call, agent, lines);
  const overdue = await claimOverdueAttempt(ctx, callId, leaseSeconds);
  return overdue && step('look up', ctx, call, agent, overdue);
}

async function startAttempt(
  ctx: Ctx,
  call: CallRow,
  agent: AgentRow,
  lines: LineAllocator,
): Promise<Step | undefined> {
  if (new Date(call.due_at ?? 0) > ctx.now) return undefined;
  const refusal = explainNotDialed(agent, {
    isListed: await isOnDoNotCallList(ctx, call.phone_number),
    refusal: explainNotCallable(call.phone_number, readSettings(ctx, callSettings).countries),
  });
  if (refusal) return void (await finishCall(ctx, call, 'failed', refusal));

  // The simulator's numbers do not ring.
  const isCounted = call.provider !== simulator.name;
  const dialledMs = isCounted
    ? await lockDials(ctx, call.phone_number, new Date(ctx.now.getTime() - countedMs))
    : [];
  const { hours, zones } = await hoursOf(ctx, call, agent);
  const openingMs = findNextDialTime(hours, zones, ctx.now.getTime(), dialledMs);
  if (openingMs === undefined) return void (await finishCall(ctx, call, 'failed', noCommonOpening));
  if (openingMs > ctx.now.getTime()) {
    return void (await updateCall(ctx, call.id, { due_at: new Date(openingMs).toISOString() }));
  }
  // It waits its turn, which is no attempt.
  const hasLine = lines.take(call.provider);
  const whyPaused = hasLine ? await findLinePause(ctx, lines.trunkOf(call.provider)) : undefined;
  if (!hasLine || whyPaused !== undefined) {
    const dueAt = new Date(ctx.now.getTime() + lineSeconds * 1000);
    return void (await updateCall(ctx, call.id, { due_at: dueAt.toISOString(), error: whyPaused ?? null }));
  }

  const startedAt = ctx.now.toISOString();
  const attempt = await insertAttempt(
    ctx,
    { call_id: call.id, id: generateUuid(), started_at: startedAt },
    leaseSeconds,
  );
  if (isCounted) await insertDial(ctx, call.phone_number, attempt.id);
  await updateCall(ctx, call.id, {
    status: 'in_progress',
    due_at: null,
    error: null,
    triggered_at: call.triggered_at ?? startedAt,
  });
  return step('place', ctx, call, agent, attempt);
}

/** When the agent may place a call, in milliseconds; undefined when never. */
export async function findCallOpening(
  ctx: Ctx,
  call: Pick<CallRow, 'phone_number' | 'time_zone'>,
  agent: AgentRow,
): Promise<number | undefined> {
  const { hours, zones } = await hoursOf(ctx, call, agent);
  return findNextOpening(hours, zones, ctx.now.getTime(), placeWithinSeconds * 1000);
}

async function hoursOf(ctx: Ctx, call: Pick<CallRow, 'phone_number' | 'time_zone'>, agent: AgentRow) {
  const { timezone } = await loadWorkspaceNames(ctx);
  return {
    hours: agent.calling_hours as CallingHours | null,
    zones: listCalleeZones(call.phone_number, call.time_zone, timezone),
  };
}

function step(kind: Step['kind'], ctx: Ctx, call: CallRow, agent: AgentRow, attempt: AttemptRow): Step {
  return {
    kind,
    provider: call.provider,
    dial: {
      attemptId: attempt.id,
      callId: call.id,
      attempt: attempt.attempt,
      from: agent.phone_number,
      to: call.phone_number,
      fullName: call.full_name,
      email: call.email,
      firstMessage: call.first_message,
      prompt: agent.prompt,
      additionalData: call.additional_data,
      callbackUrl: `${ctx.publicUrl}/v2/public/calls/${call.id}/status`,
      placeBefore: new Date(new Date(attempt.started_at).getTime() + placeWithinSeconds * 1000),
    },
  };
}

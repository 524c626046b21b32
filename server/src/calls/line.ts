import type { Ctx } from '../platform/context.ts';
import { recordState } from './end-attempt.ts';
import { hasAgentWithProvider } from './agents.store.ts';
import {
  claimProbe,
  findLastLineRefusal,
  findLine,
  findPausedLine,
  pauseLine,
  markLineWorking,
} from './line.store.ts';
import type { AttemptState } from './provider.ts';

/**
 * A trunk that refuses the server refuses every call: a wrong password, an account that is blocked. Calls wait then, an admin is told, and
 * now and then one call is tried: docs/decisions/0138.
 */

/** How often one call is tried while the line is paused. Trunks lock out who tries a wrong password more often. */
const probeMs = 10 * 60_000;
/** After a call that the trunk took so recently, its refusal may be about one number: the next call tells. */
const recentMs = 60 * 60_000;

/** Why no call is placed now; undefined when this one may be. */
export async function findLinePause(ctx: Ctx, trunk: Buffer | undefined): Promise<string | undefined> {
  const line = trunk && (await findLine(ctx, trunk));
  if (!trunk || !line || line.paused_at === null) return undefined;
  const isProbe = await claimProbe(ctx, trunk, new Date(ctx.now.getTime() + probeMs));
  return isProbe ? undefined : `Calls wait: ${line.error}`;
}

/** Records the state of an attempt, and what it shows of the line. */
export async function recordStateOnLine(
  ctx: Ctx,
  trunk: Buffer,
  ids: { readonly callId: string; readonly attemptId: string },
  state: AttemptState,
): Promise<void> {
  const { callId, attemptId } = ids;
  if (!isRefusal(state)) {
    await recordState(ctx, callId, attemptId, state);
    if (isTaken(state)) await markLineWorking(ctx, trunk);
    return;
  }
  const { error, refused } = state;
  const isOfNumber = refused === 'call' && (await isProvenSince(ctx, trunk, callId));
  const recorded = isOfNumber ? ({ state: 'not_placed', error, isFinal: true } as const) : state;
  await recordState(ctx, callId, attemptId, recorded);
  if (!isOfNumber) await pause(ctx, trunk, error);
}

/** For owners and admins, where agents call over the trunk. */
export async function listPausedLines(ctx: Ctx): Promise<{ error: string; since: string }[]> {
  const line = await findPausedLine(ctx);
  if (!line?.error || !line.paused_at || !(await hasAgentWithProvider(ctx, 'sip'))) return [];
  return [{ error: line.error, since: line.paused_at }];
}

type Refusal = Extract<AttemptState, { state: 'not_placed' }> & { readonly refused: 'server' | 'call' };

function isRefusal(state: AttemptState): state is Refusal {
  return state.state === 'not_placed' && state.refused !== undefined;
}

/** The trunk refused this call before, has taken others since, and refuses this one again. */
async function isProvenSince(ctx: Ctx, trunk: Buffer, callId: string): Promise<boolean> {
  const [line, refusedAt] = [await findLine(ctx, trunk), await findLastLineRefusal(ctx, callId)];
  return Boolean(line?.proven_at && refusedAt && Date.parse(line.proven_at) > Date.parse(refusedAt));
}

async function pause(ctx: Ctx, trunk: Buffer, error: string): Promise<void> {
  const line = await findLine(ctx, trunk);
  const nowMs = ctx.now.getTime();
  const isRecent =
    line?.paused_at === null && line.proven_at !== null && nowMs - Date.parse(line.proven_at) < recentMs;
  await pauseLine(ctx, trunk, error, new Date(isRecent ? nowMs : nowMs + probeMs));
}

/** It rang, or the trunk said why the number can't be called. */
function isTaken(state: AttemptState): boolean {
  if (state.state === 'active') return state.telephony === 'ringing' || state.telephony === 'answered';
  if (state.state === 'ended') return state.outcome !== 'unknown';
  return state.state === 'not_placed' && state.isFinal === true;
}

import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../platform/context.ts';
import { beginStep, placeWithinSeconds, type Step } from './begin-attempt.ts';
import { recordStanding } from './end-attempt.ts';
import type { CallProvider, Standing } from './provider.ts';
import { providersOf, type Providers } from './providers.ts';
import { callsToAdvance, type CallRef } from './store.ts';

/** No call takes longer; one that does is hung up. */
const longestCallMs = 2 * 3_600_000;
const sweepLimit = 200;
const sweepAtOnce = 10;

/**
 * Takes a call one step further: dials when it is due, asks the provider when an attempt was left alone. The step is
 * committed first, then done, then its result is recorded. A worker that dies in between leaves an attempt of which others
 * ask what became, and which nobody dials again.
 */
export async function advanceCall(
  runtime: Runtime,
  { workspaceId, callId }: CallRef,
  providers: Providers = providersOf(runtime),
): Promise<void> {
  const begunMs = performance.now();
  const actor = systemActor(workspaceId);
  const step = await inWorkspace(runtime, actor, (ctx) => beginStep(ctx, callId));
  if (!step) return;
  const provider = providers(step.provider);
  const isLate = performance.now() - begunMs > placeWithinSeconds * 1000;
  const standing = await (step.kind === 'place'
    ? place(provider, step, isLate)
    : lookUp(provider, step, runtime.clock.now()));
  await inWorkspace(runtime, actor, (ctx) => recordStanding(ctx, callId, step.dial.attemptId, standing));
}

async function place(provider: CallProvider | undefined, { dial }: Step, isLate: boolean): Promise<Standing> {
  if (!provider)
    return { state: 'not_placed', error: 'The provider of the agent is not set up on this server.' };
  if (isLate) return { state: 'not_placed', error: 'The server was too busy to place the call in time.' };
  return settled(provider.place(dial));
}

async function lookUp(provider: CallProvider | undefined, { dial }: Step, now: Date): Promise<Standing> {
  if (!provider)
    return { state: 'unknown', error: 'The provider of the agent is not set up on this server.' };
  const standing = await settled(provider.lookUp(dial));
  const sinceMs = now.getTime() - dial.placeBefore.getTime();
  if (standing.state !== 'active' || sinceMs < longestCallMs) return standing;
  await settled(provider.hangUp(dial));
  return { state: 'ended', outcome: 'unknown', error: 'The call took longer than 2 hours and was ended.' };
}

/** What goes wrong on the way to a provider leaves open whether it arrived there. */
async function settled<T>(asked: Promise<T>): Promise<T | { state: 'unknown'; error: string }> {
  try {
    return await asked;
  } catch (error) {
    return { state: 'unknown', error: error instanceof Error ? error.message : String(error) };
  }
}

/** Advances every call that waits: retries, calls put off to calling hours, and what a dead worker left behind. */
export async function advanceWaitingCalls(runtime: Runtime, providers?: Providers): Promise<void> {
  const waiting = await callsToAdvance(runtime.database, runtime.clock.now(), sweepLimit);
  const work = waiting.values();
  const hand = async () => {
    for (const ref of work) {
      await advanceCall(runtime, ref, providers).catch((error: unknown) => {
        runtime.log.error({ err: error, callId: ref.callId }, 'call could not be advanced');
      });
    }
  };
  await Promise.all(Array.from({ length: sweepAtOnce }, hand));
}

import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { startStep, type LineAllocator, type Step } from './start-attempt.ts';
import { recordState } from './end-attempt.ts';
import type { CallProvider, AttemptState } from './provider.ts';
import { createProviders, type Providers } from './providers.ts';
import { placeWithinSeconds } from './rules.ts';
import { findDueCalls, type CallRef } from './store.ts';

/** A longer call is hung up. */
const maxCallMs = 2 * 3_600_000;
const sweepLimit = 200;
const sweepConcurrency = 10;

/**
 * Takes a call one step further: places a due attempt, or looks up one whose lease has expired. The step is committed, then
 * done, then its result is recorded. If the worker dies in between, others look the attempt up and never dial it again.
 */
export async function advanceCall(
  runtime: Runtime,
  { workspaceId, callId }: CallRef,
  providers: Providers = createProviders(runtime),
): Promise<void> {
  const startedMs = performance.now();
  const actor = createSystemActor(workspaceId);
  const step = await startWithLine(callId, providers, (lines) =>
    runInWorkspace(runtime, actor, (ctx) => startStep(ctx, callId, lines)),
  );
  if (!step) return;
  const provider = providers(step.provider);
  const isLate = performance.now() - startedMs > placeWithinSeconds * 1000;
  const state = await (step.kind === 'place'
    ? placeOnLine(provider, step, isLate)
    : lookUp(provider, step, runtime.clock.now()));
  await runInWorkspace(runtime, actor, (ctx) => recordState(ctx, callId, step.dial.attemptId, state));
}

/** A line that was taken in a transaction without effect is given back. */
async function startWithLine(
  callId: string,
  providers: Providers,
  begin: (lines: LineAllocator) => Promise<Step | undefined>,
): Promise<Step | undefined> {
  let taken: CallProvider | undefined;
  const take = (name: string): boolean => {
    const provider = providers(name);
    if (!provider?.takeLine) return true;
    const isFree = provider.takeLine(callId);
    if (isFree) taken = provider;
    return isFree;
  };
  try {
    const step = await begin({ take, trunkOf: (name) => providers(name)?.trunk });
    if (!step) taken?.releaseLine?.(callId);
    return step;
  } catch (error) {
    taken?.releaseLine?.(callId);
    throw error;
  }
}

async function placeOnLine(
  provider: CallProvider | undefined,
  step: Step,
  isLate: boolean,
): Promise<AttemptState> {
  const state = await place(provider, step, isLate);
  if (state.state !== 'active') provider?.releaseLine?.(step.dial.callId);
  return state;
}

async function place(
  provider: CallProvider | undefined,
  { dial }: Step,
  isLate: boolean,
): Promise<AttemptState> {
  if (!provider) return { state: 'not_placed', error: 'The agent’s provider isn’t set up on this server.' };
  if (isLate) return { state: 'not_placed', error: 'The server was too busy to place the call in time.' };
  return catchUnknown(provider.place(dial));
}

async function lookUp(provider: CallProvider | undefined, { dial }: Step, now: Date): Promise<AttemptState> {
  if (!provider) return { state: 'unknown', error: 'The agent’s provider isn’t set up on this server.' };
  const state = await catchUnknown(provider.lookUp(dial));
  const sinceMs = now.getTime() - dial.placeBefore.getTime();
  if (state.state !== 'active' || sinceMs < maxCallMs) return state;
  await catchUnknown(provider.hangUp(dial));
  return { state: 'ended', outcome: 'unknown', error: 'The call took longer than 2 hours and was stopped.' };
}

/** After an exception nobody knows whether the provider got the request. */
async function catchUnknown<T>(request: Promise<T>): Promise<T | { state: 'unknown'; error: string }> {
  try {
    return await request;
  } catch (error) {
    return { state: 'unknown', error: error instanceof Error ? error.message : String(error) };
  }
}

/** Advances all due calls: retries, calls postponed to calling hours, and attempts of workers that died. */
export async function advanceDueCalls(runtime: Runtime, providers?: Providers): Promise<void> {
  const calls = await findDueCalls(runtime.database, runtime.clock.now(), sweepLimit);
  const queue = calls.values();
  const work = async () => {
    for (const ref of queue) {
      await advanceCall(runtime, ref, providers).catch((error: unknown) => {
        runtime.log.error({ err: error, callId: ref.callId }, 'call could not be advanced');
      });
    }
  };
  await Promise.all(Array.from({ length: sweepConcurrency }, work));
}

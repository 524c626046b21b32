import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../platform/context.ts';
import { notFound, unauthenticated } from '../platform/problems.ts';
import { optOut } from './do-not-call.ts';
import { recordState } from './end-attempt.ts';
import type { HostedRequest } from './hosted/public.ts';
import { hostedPlatforms } from './hosted-providers.ts';
import type { AttemptState } from './provider.ts';
import { findCall, findCallWorkspace } from './store.ts';

/**
 * Records what a hosted platform reports, and returns what it is to do next, where it asks. Its signature is the permission.
 * Twice, late or out of order changes nothing: an attempt that has ended stays as it is.
 */
export async function takeHostedReport(
  runtime: Runtime,
  name: string,
  request: HostedRequest,
): Promise<string | undefined> {
  const platform = hostedPlatforms(runtime).find((each) => each.name === name);
  if (!platform) throw notFound('Route');
  const report = await platform.readReport(request);
  if (report === 'forged') throw unauthenticated();
  // An account may have calls of others, too. Platforms stop reporting to who refuses, so these are taken and dropped.
  if (report === 'irrelevant') return undefined;
  const { callId, attemptId, state, isOptOut, reply } = report;
  const workspaceId = await findCallWorkspace(runtime.database, callId);
  if (!workspaceId) return undefined;
  await inWorkspace(runtime, systemActor(workspaceId), async (ctx) => {
    const call = await findCall(ctx, callId);
    if (call?.provider !== name) return;
    // Also when the attempt has ended by now.
    if (isOptOut) await optOut(ctx, call.phone_number);
    await recordState(ctx, callId, attemptId, isOptOut ? optedOut(state) : state);
  });
  return reply;
}

function optedOut(state: AttemptState): AttemptState {
  return state.state === 'active' || state.state === 'ended' ? { ...state, result: 'opted_out' } : state;
}

import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { notFound, unauthenticated } from '../platform/problems.ts';
import { optOut } from './do-not-call.ts';
import { recordState } from './end-attempt.ts';
import type { HostedPlatform, HostedRequest } from './hosted/public.ts';
import type { AttemptState } from './provider.ts';
import { findHosted, isHosted } from './providers.ts';
import { findCall, findCallWorkspace } from './store.ts';

type Report = Exclude<Awaited<ReturnType<HostedPlatform['readReport']>>, 'forged'>;

/** The signature of the platform is the permission. A platform without an account here answers like one that did not sign. */
export async function verifyHostedWebhook(
  runtime: Runtime,
  name: string,
  request: HostedRequest,
): Promise<Report> {
  if (!isHosted(name)) throw notFound('Route');
  const report = await findHosted(runtime, name)?.readReport(request);
  if (report === undefined || report === 'forged') throw unauthenticated();
  return report;
}

/**
 * Records what a hosted platform reports, and returns what it is to do next, where it asks. Twice, late or out of order changes
 * nothing: an attempt that has ended stays as it is.
 */
export async function recordHostedWebhook(
  runtime: Runtime,
  name: string,
  report: Report,
): Promise<string | undefined> {
  // An account may have calls of others, too. Platforms stop reporting to who refuses, so these are taken and dropped.
  if (report === 'irrelevant') return undefined;
  const { callId, attemptId, state, isOptOut, reply } = report;
  const workspaceId = await findCallWorkspace(runtime.database, callId);
  if (!workspaceId) return undefined;
  await runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
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

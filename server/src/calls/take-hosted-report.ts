import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../platform/context.ts';
import { notFound, unauthenticated } from '../platform/problems.ts';
import { optOut } from './call-tools.ts';
import { recordState } from './end-attempt.ts';
import type { HostedRequest } from './hosted/public.ts';
import { hostedPlatforms } from './hosted-providers.ts';
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
    if (isOptOut) await optOut(ctx, callId);
    await recordState(ctx, callId, attemptId, state);
  });
  return reply;
}

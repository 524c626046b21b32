import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { invalidField, notFound, unauthenticated } from '../platform/problems.ts';
import { recordState } from './end-attempt.ts';
import type { ReportRequest } from './provider.ts';
import { createProviders } from './providers.ts';
import { findCallWorkspace, hasEvent } from './store.ts';

/** Records what a voice platform reports. Its signature is the permission, so it is verified first. */
export async function receiveCallStatus(
  runtime: Runtime,
  callId: string,
  request: ReportRequest,
): Promise<void> {
  const report = createProviders(runtime)('http')?.readReport(request, runtime.clock.now());
  if (!report) throw unauthenticated();
  const workspaceId = await findCallWorkspace(runtime.database, callId);
  if (!workspaceId) throw notFound('Call');
  await runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
    const { attemptId, state } = report;
    if (state.state === 'ended' && state.eventUuid != null && !(await hasEvent(ctx, state.eventUuid))) {
      throw invalidField('eventUuid', 'No event in this workspace has this id.');
    }
    await recordState(ctx, callId, attemptId, state);
  });
}

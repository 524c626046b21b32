import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../platform/context.ts';
import { notFound, unauthenticated } from '../platform/problems.ts';
import { recordState } from './end-attempt.ts';
import type { ReportRequest } from './provider.ts';
import { providersOf } from './providers.ts';
import { findCallWorkspace } from './store.ts';

/** Records what a voice platform reports. Its signature is the permission, so it is verified first. */
export async function reportStatus(runtime: Runtime, callId: string, request: ReportRequest): Promise<void> {
  const report = providersOf(runtime)('http')?.readReport(request, runtime.clock.now());
  if (!report) throw unauthenticated();
  const workspaceId = await findCallWorkspace(runtime.database, callId);
  if (!workspaceId) throw notFound('Call');
  await inWorkspace(runtime, systemActor(workspaceId), (ctx) =>
    recordState(ctx, callId, report.attemptId, report.state),
  );
}

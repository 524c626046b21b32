import { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { jobWorkspace } from '../platform/jobs.ts';

/** The job that works on one conference, as far as it must be known to be added. */
export const syncConferenceJob = {
  name: 'conferencing.sync',
  payload: z.object({ workspaceId: jobWorkspace, eventId: z.string() }),
};

/** Has conferences worked on, once the transaction is committed. */
export async function scheduleSync(ctx: Ctx, eventIds: readonly string[], runAt?: Date): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.enqueueAll(
    syncConferenceJob,
    eventIds.map((eventId) => ({
      payload: { workspaceId, eventId },
      key: `conferencing.sync ${workspaceId} ${eventId}`,
      ...(runAt && { runAt }),
    })),
  );
}

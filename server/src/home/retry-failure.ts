import type { Ctx } from '../platform/context.ts';
import { retryAbandonedEffect, retryDeadJob } from '../platform/abandoned-work.ts';
import { notFound } from '../platform/problems.ts';

/** Attempts an effect, which has a UUID, or a job again that was given up. */
export async function retryFailure(ctx: Ctx, id: string): Promise<void> {
  const isFound = await (id.includes('-') ? retryAbandonedEffect(ctx, id) : retryDeadJob(ctx, id));
  if (!isFound) throw notFound('Failure');
}

import { clearFromDeletedPages } from '../event-types/public.ts';
import { requireAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { findDeleteProblem } from './rules.ts';
import { deleteSchedule, findScheduleOwner, isUsed, lockOwner, lockSchedule } from './store.ts';

/** Deleted pages keep their row, since events name it; their schedule is set to null here. */
export async function removeSchedule(ctx: Ctx, id: string): Promise<void> {
  const memberId = await findScheduleOwner(ctx, id);
  if (memberId === undefined) throw notFound('Schedule');
  if (memberId !== ctx.actor.memberId) requireAdmin(ctx.actor);
  await lockOwner(ctx, memberId);
  const schedule = await lockSchedule(ctx, memberId, { id });
  if (!schedule) throw notFound('Schedule');
  // Asked once the schedule is locked: a page that takes it at this moment has come first, or can't any more.
  const refusal = findDeleteProblem(schedule, await isUsed(ctx, id));
  if (refusal) throw conflict(refusal);
  await clearFromDeletedPages(ctx, id);
  await deleteSchedule(ctx, id);
}

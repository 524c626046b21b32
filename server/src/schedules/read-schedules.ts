import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';
import { loadOwnerId } from './owner.ts';
import * as store from './store.ts';

interface ScheduleQuery {
  readonly email?: string | undefined;
  readonly includeSchedulingPages: boolean;
}

/** A schedule as it is shown: with the pages that use it, when they were asked for. */
export type ShownSchedule = store.ScheduleRow & { readonly pages?: readonly store.PageRow[] };

export async function listSchedules(
  ctx: Ctx,
  query: ScheduleQuery,
  page: { limit: number; offset: number },
): Promise<{ items: ShownSchedule[]; total: number }> {
  const memberId = await loadOwnerId(ctx, query.email);
  const rows = await store.listSchedules(ctx, memberId, page);
  return { items: await show(ctx, rows, query), total: await store.countSchedules(ctx, memberId) };
}

/** One schedule of the named user: by id, or their default one. */
export async function readSchedule(
  ctx: Ctx,
  query: ScheduleQuery,
  which: store.ScheduleSelection,
): Promise<ShownSchedule> {
  const memberId = await loadOwnerId(ctx, query.email);
  const row = await store.findSchedule(ctx, memberId, which);
  const [shown] = await show(ctx, row ? [row] : [], query);
  if (!shown) throw notFound('Schedule');
  return shown;
}

async function show(
  ctx: Ctx,
  rows: store.ScheduleRow[],
  { includeSchedulingPages }: ScheduleQuery,
): Promise<ShownSchedule[]> {
  if (!includeSchedulingPages) return rows;
  const ids = rows.map(({ id }) => id);
  const pages = await store.listPages(ctx, ids);
  return rows.map((row) => ({ ...row, pages: pages.filter((page) => page.used_schedule_id === row.id) }));
}

import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';
import { resolveHostZone } from '../platform/zones.ts';
import { loadOwnerId } from '../schedules/public.ts';
import { getLabel, overlaps, toRange } from './rules.ts';
import * as store from './store.ts';
import { serializeAbsence, formatInstant } from './view.ts';

export async function listAbsences(
  ctx: Ctx,
  { email, past }: { readonly email?: string | undefined; readonly past: boolean },
  page: { readonly limit: number; readonly offset: number },
) {
  const memberId = await loadOwnerId(ctx, email);
  const rows = await store.listAbsences(ctx, memberId, { past, ...page });
  return { items: rows.map(serializeAbsence), total: await store.countAbsences(ctx, memberId, past) };
}

/** One's own; that of others is for owners and admins, and nothing that others learn of. */
export async function loadAbsence(ctx: Ctx, id: string): Promise<store.AbsenceRow> {
  const row = await store.findAbsence(ctx, id);
  if (!row || (row.memberId !== ctx.actor.memberId && !isAdmin(ctx.actor))) throw notFound('Absence');
  return row;
}

/** With the bookings that lie in it. */
export async function readAbsence(ctx: Ctx, id: string) {
  const row = await loadAbsence(ctx, id);
  const view = serializeAbsence(row);
  const conflicts = await store.listConflicts(ctx, row.memberId, {
    start: view.startTime,
    end: view.endTime,
  });
  return { ...view, conflicts };
}

export interface Instants {
  readonly start: string;
  readonly end: string;
}

/** When these users are away in a time, in order of their start, and what it is called. */
export async function listAway(
  ctx: Ctx,
  memberIds: readonly string[],
  time: Instants,
): Promise<(Instants & { readonly label: string })[]> {
  const rows = await store.listNear(ctx, memberIds, time);
  const window = { start: Date.parse(time.start) / 60_000, end: Date.parse(time.end) / 60_000 };
  return rows
    .map((row) => ({ ...toRange(row, resolveHostZone(row)), label: getLabel(row) }))
    .filter((range) => overlaps(range, window))
    .map(({ start, end, label }) => ({ start: formatInstant(start), end: formatInstant(end), label }));
}

/** What absences are called, by id, as far as the actor may read them. */
export async function findAbsenceLabels(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await store.listById(ctx, ids);
  const readable = rows.filter(({ memberId }) => memberId === ctx.actor.memberId || isAdmin(ctx.actor));
  return new Map(readable.map((row) => [row.id, getLabel(row)]));
}

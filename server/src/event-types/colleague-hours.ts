import { floorToMinute } from '@daybook/engine/dates';
import { readHours, listHourRuns } from '@daybook/engine/hours';
import { coversRange } from '@daybook/engine/ranges';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { resolveHostZone } from '../platform/zones.ts';
import { listHours, type HoursRow } from './hours.store.ts';

interface OfferedPage {
  readonly pageId: string;
  readonly durationMinutes: number;
  readonly hostIds: readonly string[];
  readonly times: readonly string[];
}

/** A host who offers certain times decides whether they work then; for colleagues, only owners and admins decide. */
export async function validateColleagueHours(
  ctx: Ctx,
  { pageId, durationMinutes, hostIds, times }: OfferedPage,
): Promise<FieldErrors> {
  const colleagues = hostIds.filter((id) => id !== ctx.actor.memberId);
  if (isAdmin(ctx.actor) || colleagues.length === 0 || times.length === 0) return {};
  const hours = await listHours(ctx, pageId, colleagues);
  const errors: FieldErrors = {};
  for (const [index, time] of times.entries()) {
    const start = floorToMinute(Date.parse(time));
    const away = hours.filter((host) => !isWorking(host, start, start + durationMinutes));
    if (away.length > 0) errors[`times.${index}`] = away.map(({ name }) => outsideHours(name));
  }
  return errors;
}

function isWorking(host: HoursRow, start: number, end: number): boolean {
  const hours = readHours({
    weekly: Object.entries(host.weeklyHours).map(([day, timesets]) => ({ day, timesets })),
    special: Object.entries(host.specialHours).map(([date, timesets]) => ({ date, timesets })),
  });
  return coversRange(listHourRuns(hours, resolveHostZone(host), start, end), start, end);
}

const outsideHours = (name: string): string =>
  `Must be within ${name}’s schedule. Choose another time, or ask an owner or admin.`;

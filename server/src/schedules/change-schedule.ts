import { otherVersion, type scheduleChanges } from '@daybook/contract/schedules';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { isExpected } from '../platform/http/etag.ts';
import { conflict, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { hostTimeZonesChanged } from './events.ts';
import { loadOwnerId } from './owner.ts';
import { hasTooManyDates, sortTrips, maxDates, mergeDates, mergeWeek, type SpecialHours } from './rules.ts';
import {
  clearDefault,
  findSchedule,
  lockOwner,
  lockSchedule,
  updateSchedule,
  type ScheduleRow,
  type ScheduleSelection,
} from './store.ts';

type Changes = z.output<typeof scheduleChanges>;

/** Changes what is mentioned and keeps the rest. Merged under locks: of two changes at once, neither undoes the other. */
export async function changeSchedule(
  ctx: Ctx,
  which: ScheduleSelection,
  changes: Changes,
  ifMatch?: string,
): Promise<ScheduleRow> {
  const memberId = await loadOwnerId(ctx, changes.email);
  // The owner first, then the schedule: which one is the default can't change in between.
  await lockOwner(ctx, memberId);
  const before = await lockSchedule(ctx, memberId, which);
  if (!before) throw notFound('Schedule');
  if (!isExpected(ifMatch, before.updated_at)) throw conflict(otherVersion);

  const dates = mergeDates(changes.special_hours, before.special_hours);
  if (changes.special_hours) throwIfInvalid(validateDates(dates));
  if (changes.isDefault && !before.is_default) await clearDefault(ctx, memberId);
  const after = await updateSchedule(ctx, before.id, {
    title: changes.title ?? before.title,
    timezone: changes.timezone ?? before.timezone,
    is_default: changes.isDefault ?? before.is_default,
    weekly_hours: mergeWeek(changes.weekly_hours, before.weekly_hours),
    special_hours: dates,
    travel: changes.travel ? sortTrips(changes.travel) : before.travel,
  });
  if (after.is_default && whereaboutsOf(before) !== whereaboutsOf(after))
    await ctx.publish(hostTimeZonesChanged, { memberId });
  return after;
}

const whereaboutsOf = ({ is_default: isDefault, timezone, travel }: ScheduleRow): string =>
  JSON.stringify([isDefault, timezone, travel]);

/** The errors that changing would answer with. Without a readable owner there are none. */
export async function validateSchedule(
  ctx: Ctx,
  which: ScheduleSelection,
  { email, special_hours: changes }: Partial<Changes>,
): Promise<FieldErrors> {
  if (email === undefined || !changes) return {};
  const before = await findSchedule(ctx, await loadOwnerId(ctx, email), which);
  return before ? validateDates(mergeDates(changes, before.special_hours)) : {};
}

function validateDates(dates: SpecialHours): FieldErrors {
  if (!hasTooManyDates(dates)) return {};
  return { special_hours: [`A schedule can have at most ${maxDates} dates. Remove past dates first.`] };
}

import type { newSchedule } from '@daybook/contract/schedules';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { generateShortId } from '../platform/ids.ts';
import { throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { hostTimeZonesChanged } from './events.ts';
import { findOwnerId, loadOwnerId } from './owner.ts';
import { sortTrips, mergeDates, mergeWeek, workingHours } from './rules.ts';
import { clearDefault, insertSchedule, lockOwner, type ScheduleRow } from './store.ts';

export async function createSchedule(ctx: Ctx, fields: z.output<typeof newSchedule>): Promise<ScheduleRow> {
  throwIfInvalid(await validateNewSchedule(ctx, fields));
  const memberId = await loadOwnerId(ctx, fields.email);
  if (fields.isDefault) {
    await lockOwner(ctx, memberId);
    await clearDefault(ctx, memberId);
    await ctx.publish(hostTimeZonesChanged, { memberId });
  }
  return insertSchedule(ctx, {
    id: generateShortId(),
    member_id: memberId,
    title: fields.title,
    is_default: fields.isDefault,
    timezone: fields.timezone,
    weekly_hours: mergeWeek(fields.weekly_hours),
    special_hours: mergeDates(fields.special_hours),
    travel: sortTrips(fields.travel),
  });
}

export async function validateNewSchedule(
  ctx: Ctx,
  { email }: { readonly email?: string | undefined },
): Promise<FieldErrors> {
  const isKnown = (await findOwnerId(ctx, email)) !== undefined;
  return isKnown ? {} : { email: ['No user in this workspace has this email address.'] };
}

/** What every new user has, so that their pages have hours from the first moment. */
export async function createDefaultSchedule(
  ctx: Ctx,
  { memberId, timezone }: { readonly memberId: string; readonly timezone: string },
): Promise<void> {
  await insertSchedule(ctx, {
    id: generateShortId(),
    member_id: memberId,
    title: 'Working hours',
    is_default: true,
    timezone,
    weekly_hours: workingHours,
    special_hours: {},
    travel: [],
  });
}

import { parseDate } from '@daybook/engine/dates';
import { toDayRange } from '@daybook/engine/windows';
import type { Ctx } from '../platform/context.ts';
import { resolveHostZone } from '../platform/zones.ts';
import { listOffDays } from './holidays.store.ts';
import type { Instants } from './read-absences.ts';
import { formatInstant } from './view.ts';

/** The holidays of a user in a time, and what they are called. */
export async function listHolidayTimes(
  ctx: Ctx,
  memberId: string,
  time: Instants,
): Promise<(Instants & { readonly label: string; readonly date: string })[]> {
  const days = await listOffDays(ctx, memberId, time);
  return days
    .map(({ date, name, ...whereabouts }) => {
      const day = parseDate(date) ?? 0;
      const { start, end } = toDayRange(resolveHostZone(whereabouts), day, day);
      return { start: formatInstant(start), end: formatInstant(end), label: name, date };
    })
    .filter(
      ({ start, end }) =>
        Date.parse(start) < Date.parse(time.end) && Date.parse(end) > Date.parse(time.start),
    );
}

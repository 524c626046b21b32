import type { busyTime } from '@daybook/contract/calendars';
import type { z } from 'zod';
import { listAway, listHolidayTimes } from '../absences/public.ts';
import type { Ctx } from '../platform/context.ts';
import { invalidField } from '../platform/problems.ts';
import { listBusy } from './busy.store.ts';
import { loadOwnerId } from './connect.ts';

type BusyTime = z.output<typeof busyTime>;

const maxDays = 400;

export async function listBusyTimes(
  ctx: Ctx,
  {
    email,
    start,
    end,
  }: { readonly email?: string | undefined; readonly start: string; readonly end: string },
): Promise<BusyTime[]> {
  const lengthMs = Date.parse(end) - Date.parse(start);
  if (lengthMs <= 0) throw invalidField('end', 'Must be after the start.');
  if (lengthMs > maxDays * 86_400_000)
    throw invalidField('end', `Must be at most ${maxDays} days after the start.`);
  const memberId = await loadOwnerId(ctx, email);
  const rows = await listBusy(ctx, memberId, { start, end });
  const busy = rows.map(({ starts_at, ends_at, kind, label }) => ({
    start: starts_at,
    end: ends_at,
    source: { kind, label },
  }));
  const away = await listAway(ctx, [memberId], { start, end });
  const absences = away.map(({ label, ...range }) => ({
    ...range,
    source: { kind: 'out_of_office' as const, label },
  }));
  const days = await listHolidayTimes(ctx, memberId, { start, end });
  const holidays = days.map(({ label, start: from, end: to }) => ({
    start: from,
    end: to,
    source: { kind: 'holiday' as const, label },
  }));
  return [...busy, ...absences, ...holidays].toSorted(byTime);
}

function byTime(a: BusyTime, b: BusyTime): number {
  const [left, right] = [a, b].map(({ start, end, source }) => `${start} ${end} ${source.label}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

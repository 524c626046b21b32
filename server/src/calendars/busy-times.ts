import type { busyTime } from '@daybook/contract/calendars';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { invalidField } from '../platform/problems.ts';
import { listBusy } from './busy.store.ts';
import { loadOwnerId } from './connect.ts';

const maxDays = 400;

export async function listBusyTimes(
  ctx: Ctx,
  {
    email,
    start,
    end,
  }: { readonly email?: string | undefined; readonly start: string; readonly end: string },
): Promise<z.output<typeof busyTime>[]> {
  const lengthMs = Date.parse(end) - Date.parse(start);
  if (lengthMs <= 0) throw invalidField('end', 'Must be after the start.');
  if (lengthMs > maxDays * 86_400_000)
    throw invalidField('end', `Must be at most ${maxDays} days after the start.`);
  const rows = await listBusy(ctx, await loadOwnerId(ctx, email), { start, end });
  return rows.map(({ starts_at, ends_at, kind, label }) => ({
    start: starts_at,
    end: ends_at,
    source: { kind, label },
  }));
}

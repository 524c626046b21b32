import type { insight } from '@daybook/contract/insights';
import { formatDate, minuteFloor } from '@daybook/engine/dates';
import { dayAt, type Zone } from '@daybook/engine/zones';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { findMember } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { escapeFormula } from '../platform/csv.ts';
import { daysBetween, validateDays, type Days } from '../platform/days.ts';
import { throwIfInvalid } from '../platform/problems.ts';
import { zoneNamed } from '../platform/zones.ts';
import { bucketDays, edgesOf, fillBuckets, maxDays, type Interval } from './rules.ts';
import { countParts, type Metric } from './store.ts';

type Insight = z.output<typeof insight>;

export interface InsightQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly interval: Interval;
  readonly groupBy?: string | undefined;
}

export async function readInsight(ctx: Ctx, metric: Metric, query: InsightQuery): Promise<Insight> {
  const { interval, groupBy } = query;
  const timeZone = query.timeZone ?? (await findMember(ctx, ctx.actor.memberId))?.timezone ?? 'UTC';
  const zone = zoneNamed(timeZone);
  const range = rangeOf(query, zone, ctx.now);
  throwIfInvalid(validateDays(range, maxDays[interval]));
  const days = bucketDays(range, interval);
  const parts = await countParts(ctx, metric, groupBy, edgesOf(days, range, zone));
  const isLeadTime = metric === 'lead-time';
  return {
    from: formatDate(range.first),
    to: formatDate(range.last),
    timeZone,
    interval,
    groupBy: groupBy ?? null,
    unit: isLeadTime ? 'hours' : 'count',
    buckets: fillBuckets(days, parts, isLeadTime ? null : 0),
  };
}

const defaultDays = 30;

/** Without `to` until today, without `from` as many days as a month has. */
function rangeOf({ from, to }: InsightQuery, zone: Zone, now: Date): Days {
  const today = formatDate(dayAt(zone, minuteFloor(now.getTime())));
  const { first, last } = daysBetween({ from: from ?? to ?? today, to: to ?? today }, zone);
  return { first: from === undefined ? last - defaultDays + 1 : first, last };
}

export function csvOf({ buckets }: Insight): string {
  const rows = buckets.map(({ from, key, label, value }) => [
    from,
    escapeFormula(key ?? ''),
    escapeFormula(label ?? ''),
    value === null ? '' : String(value),
  ]);
  return stringify([['from', 'key', 'label', 'value'], ...rows]);
}

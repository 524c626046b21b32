import type { insight } from '@daybook/contract/insights';
import { formatDate, floorToMinute } from '@daybook/engine/dates';
import { toDay, type Zone } from '@daybook/engine/zones';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { findMember } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { escapeFormula } from '../platform/csv.ts';
import { toDays, validateDays, type Days } from '../platform/days.ts';
import { throwIfInvalid } from '../platform/problems.ts';
import { getZone } from '../platform/zones.ts';
import { listBucketDays, listEdges, fillBuckets, maxDays, type Interval } from './rules.ts';
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
  const zone = getZone(timeZone);
  const range = rangeOf(query, zone, ctx.now);
  throwIfInvalid(validateDays(range, maxDays[interval]));
  const days = listBucketDays(range, interval);
  const parts = await countParts(ctx, metric, groupBy, listEdges(days, range, zone));
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
  const today = formatDate(toDay(zone, floorToMinute(now.getTime())));
  const { first, last } = toDays({ from: from ?? to ?? today, to: to ?? today }, zone);
  return { first: from === undefined ? last - defaultDays + 1 : first, last };
}

export function formatCsv({ buckets }: Insight): string {
  const rows = buckets.map(({ from, key, label, value }) => [
    from,
    escapeFormula(key ?? ''),
    escapeFormula(label ?? ''),
    value === null ? '' : String(value),
  ]);
  return stringify([['from', 'key', 'label', 'value'], ...rows]);
}

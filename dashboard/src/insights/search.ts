import { omitEmpty, readDate, findChoice } from '../platform/address.ts';

/** What the charts show, as it stands in the address. */

export const periods = [7, 30, 90, 365] as const;
export const intervals = ['day', 'week', 'month'] as const;
export const groups = ['page', 'host', 'team'] as const;

export type Interval = (typeof intervals)[number];

export interface InsightSearch {
  readonly days?: (typeof periods)[number];
  readonly from?: string;
  readonly to?: string;
  readonly interval?: Interval;
  readonly groupBy?: (typeof groups)[number];
}

export function parseInsightSearch(raw: Readonly<Record<string, unknown>>): InsightSearch {
  return omitEmpty({
    days: periods.find((days) => days === Number(raw['days'])),
    from: readDate(raw['from']),
    to: readDate(raw['to']),
    interval: findChoice(intervals, raw['interval']),
    groupBy: findChoice(groups, raw['groupBy']),
  });
}

import { interpolate } from '@daybook/booking/locale';
import { useSearch } from '@tanstack/react-router';
import { SelectField } from '../kit/field.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { useAddress } from '../platform/address.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { queryClient } from '../platform/query.ts';
import { ownZone, getToday, formatZone } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { buildInsightQuery, GroupCard, TimeCard, useInsight, type Metric } from './card.tsx';
import { PeriodControls } from './period-controls.tsx';
import { computeMedian, getPreviousPeriod, resolvePeriod, sumBuckets, type Period } from './rules.ts';
import { groups, parseInsightSearch, type InsightSearch } from './search.ts';
import { formatNumber, formatValue } from './texts.ts';

/** The first chart; the others follow before anyone has scrolled to them. */
export const prefetch: Prefetch = ({ search }) => {
  const { groupBy, ...shown } = parseInsightSearch(search);
  const question = { ...resolvePeriod(shown, getToday()), ...(groupBy && { groupBy }) };
  void queryClient.prefetchQuery(buildInsightQuery('bookings', question));
};

/** What happened in a period, counted; the period, its interval and the division are in the address. */
export function Insights() {
  const search = useSearch({ from: '/insights' });
  const set = useAddress<InsightSearch>();
  const period = resolvePeriod(search, getToday());
  const divided = { ...period, ...(search.groupBy && { groupBy: search.groupBy }) };
  return (
    <>
      <PageBar title={words.insights.title}>
        <span className="muted small">{formatZone(ownZone)}</span>
      </PageBar>
      <PeriodControls search={search} period={period}>
        <SelectField
          label={words.insights.groupBy}
          name="groupBy"
          value={search.groupBy ?? ''}
          onChange={(value) => set({ groupBy: value as (typeof groups)[number] })}
          choices={[
            { value: '', label: words.insights.groups.none },
            ...groups.map((value) => ({ value, label: words.insights.groups[value] })),
          ]}
        />
      </PeriodControls>
      <div className="body">
        <Figures period={period} />
        <div className="charts">
          <TimeCard metric="bookings" title={words.insights.bookings} question={divided} isWide />
          <GroupCard
            metric="bookings"
            title={words.insights.byPage}
            question={{ ...period, groupBy: 'page' }}
          />
          <GroupCard
            metric="bookings"
            title={words.insights.byHost}
            question={{ ...period, groupBy: 'host' }}
          />
          <TimeCard metric="cancellations" title={words.insights.cancellations} question={divided} />
          <TimeCard metric="noShows" title={words.insights.noShows} question={divided} />
          <TimeCard
            metric="leadTime"
            title={words.insights.leadTime}
            hint={words.insights.leadTimeHint}
            question={period}
          />
          <TimeCard
            metric="routing"
            title={words.insights.routing}
            hint={words.insights.routingHint}
            question={{ ...period, groupBy: 'form' }}
          />
          <TimeCard
            metric="webhooks"
            title={words.insights.webhooks}
            question={{ ...period, groupBy: 'status' }}
            isWide
          />
        </div>
      </div>
    </>
  );
}

/** The whole period in four numbers, beside the one before. */
function Figures({ period }: { readonly period: Period }) {
  const bookings = useTotal('bookings', period);
  return (
    <dl className="totals">
      <Figure metric="bookings" label={words.insights.bookings} period={period} />
      <Figure metric="cancellations" label={words.insights.cancellations} period={period} of={bookings} />
      <Figure metric="noShows" label={words.insights.noShows} period={period} of={bookings} />
      <LeadTime period={period} />
    </dl>
  );
}

function useTotal(metric: Metric, period: Period): number | undefined {
  const { data } = useInsight(metric, period);
  return data && sumBuckets(data.buckets);
}

interface FigureProps {
  readonly metric: Metric;
  readonly label: string;
  readonly period: Period;
  readonly of?: number | undefined;
}

function Figure({ metric, label, period, of: whole }: FigureProps) {
  const total = useTotal(metric, period);
  const before = useTotal(metric, getPreviousPeriod(period));
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{total === undefined ? '–' : formatNumber(total)}</b>
        <span className="muted small">
          {whole !== undefined && total !== undefined && whole > 0
            ? interpolate(words.insights.share, { n: formatNumber((total / whole) * 100) })
            : before !== undefined && interpolate(words.insights.before, { n: formatNumber(before) })}
        </span>
      </dd>
    </div>
  );
}

function LeadTime({ period }: { readonly period: Period }) {
  const { data } = useInsight('leadTime', period);
  return (
    <div>
      <dt>{words.insights.leadTime}</dt>
      <dd>
        <b>{data ? formatValue(computeMedian(data.buckets.map(({ value }) => value)), 'hours') : '–'}</b>
        <span className="muted small">{words.insights.median}</span>
      </dd>
    </div>
  );
}

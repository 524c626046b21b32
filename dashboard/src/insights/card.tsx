import { interpolate } from '@daybook/booking/locale';
import { buildHref } from '@daybook/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Icon } from '../kit/icon.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import {
  buildChart,
  foldSeries,
  sumValues,
  sumBuckets,
  type Chart,
  type Insight,
  type Period,
} from './rules.ts';
import { formatNumber, formatPointLabel, formatSeriesLabel, formatValue } from './texts.ts';
import { TimeChart } from './time-chart.tsx';

/** What is counted, and the same as a file. */
export const metrics = {
  bookings: ['countBookings', 'exportBookings'],
  cancellations: ['countCancellations', 'exportCancellations'],
  noShows: ['countNoShows', 'exportNoShows'],
  leadTime: ['measureLeadTime', 'exportLeadTime'],
  routing: ['countSubmissions', 'exportSubmissions'],
  webhooks: ['countDeliveries', 'exportDeliveries'],
  calls: ['countCalls', 'exportCalls'],
} as const;

export type Metric = keyof typeof metrics;

interface Question extends Period {
  readonly groupBy?: string;
}

export function useInsight(metric: Metric, question: Question) {
  return useQuery({ ...buildInsightQuery(metric, question), placeholderData: keepPreviousData });
}

export const buildInsightQuery = (metric: Metric, question: Question) =>
  buildQuery(metrics[metric][0], { query: question as never });

interface CardProps {
  readonly metric: Metric;
  readonly title: string;
  readonly hint?: string;
  readonly question: Question;
  /** One for the whole width, one for half of it. */
  readonly isWide?: boolean;
  readonly children: (insight: Insight) => ReactNode;
}

/** A chart with its name, its file, and what stands in its place while there is none. */
function Card({ metric, title, hint, question, isWide = false, children }: CardProps) {
  const { data, error, refetch } = useInsight(metric, question);
  return (
    <section className={`card${isWide ? ' whole-width' : ''}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {data && data.unit === 'count' && (
          <span className="muted small">{formatNumber(sumBuckets(data.buckets))}</span>
        )}
        <span className="grow" />
        <a
          className="btn quiet small"
          href={buildHref(metrics[metric][1], { query: question as never })}
          download
          aria-label={interpolate(words.insights.exportOf, { title })}
        >
          <Icon name="download" />
          {words.insights.csv}
        </a>
      </header>
      <div className="chart-body">
        {hint && <p className="help">{hint}</p>}
        {error && !data ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton rows={4} />
        ) : data.buckets.every(({ value }) => !value) ? (
          <Empty icon="insights" title={words.insights.none} hint={words.insights.noneHint} />
        ) : (
          children(data)
        )}
      </div>
    </section>
  );
}

/** Of what has the same meaning on every chart. */
const fixedColors: Readonly<Record<string, number>> = {
  delivered: 3,
  failed: 2,
  pending: 5,
  sending: 1,
  skipped: 6,
  booked: 3,
  answered: 1,
  not_answered: 4,
  busy: 2,
  voicemail: 5,
};
const otherColor = 6;
const colorCount = 5;

function colorsOf({ series }: Chart): number[] {
  const fixed = series.map(({ key }) => (key === 'other' ? otherColor : fixedColors[key ?? '']));
  const free = Array.from({ length: colorCount }, (_, index) => index + 1).filter(
    (color) => !fixed.includes(color),
  );
  return fixed.map((color) => color ?? free.shift() ?? otherColor);
}

type TimeCardProps = Omit<CardProps, 'children'>;

/** Over time: bars for counts, a line for what is measured; the same as a table below. */
export function TimeCard(props: TimeCardProps) {
  return (
    <Card {...props}>
      {(insight) => {
        const chart = foldSeries(buildChart(insight.buckets), colorCount);
        const colors = colorsOf(chart);
        return (
          <>
            {chart.series.length > 1 && <Legend chart={chart} colors={colors} />}
            <TimeChart
              title={props.title}
              chart={chart}
              insight={insight}
              kind={insight.unit === 'count' ? 'bars' : 'line'}
              colors={colors}
            />
            <Table title={props.title} chart={chart} insight={insight} />
          </>
        );
      }}
    </Card>
  );
}

interface LegendProps {
  readonly chart: Chart;
  readonly colors: readonly number[];
}

function Legend({ chart, colors }: LegendProps) {
  return (
    <ul className="legend">
      {chart.series.map((series, index) => (
        <li key={series.key}>
          <i className="dot" data-series={colors[index]} />
          {formatSeriesLabel(series)}
        </li>
      ))}
    </ul>
  );
}

interface TableProps {
  readonly title: string;
  readonly chart: Chart;
  readonly insight: Insight;
}

function Table({ title, chart: { dates, series }, insight: { interval, unit } }: TableProps) {
  return (
    <details className="more-fields">
      <summary>{words.insights.table}</summary>
      <div
        className="table-scroll"
        role="region"
        aria-label={`${title}, ${words.insights.table}`}
        tabIndex={0}
      >
        <table className="table">
          <thead>
            <tr>
              <th>{words.insights.date}</th>
              {series.map((each) => (
                <th key={each.key} className="num">
                  {series.length === 1 ? title : formatSeriesLabel(each)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dates.map((date, index) => (
              <tr key={date}>
                <th scope="row">{formatPointLabel(date, interval)}</th>
                {series.map((each) => (
                  <td key={each.key} className="num">
                    {formatValue(each.values[index] ?? null, unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The sum of each group, the largest first: a table whose lines are bars. */
export function GroupCard(props: TimeCardProps) {
  return (
    <Card {...props}>
      {({ buckets }) => {
        const { series } = buildChart(buckets);
        const sums = series
          .map((each) => ({ each, sum: sumValues(each.values) }))
          .filter(({ sum }) => sum > 0);
        const highest = Math.max(...sums.map(({ sum }) => sum), 1);
        return (
          <table className="ranks">
            <tbody>
              {sums.map(({ each, sum }) => (
                <tr key={each.key}>
                  <th scope="row">
                    <span>{formatSeriesLabel(each)}</span>
                    <span className="rank" aria-hidden="true">
                      <i style={{ inlineSize: `${(sum / highest) * 100}%` }} />
                    </span>
                  </th>
                  <td>{formatNumber(sum)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      }}
    </Card>
  );
}

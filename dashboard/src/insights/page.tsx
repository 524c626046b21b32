import { dayOf } from '@daybook/booking/calendar';
import { interpolate, plural } from '@daybook/booking/locale';
import { Link, useSearch } from '@tanstack/react-router';
import { SelectField, TextField } from '../kit/field.tsx';
import { Heading } from '../kit/heading.tsx';
import { useAddress } from '../platform/address.ts';
import { start } from '../platform/start.ts';
import { ownZone, today, zoneText } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { GroupCard, TimeCard, useInsight, type Metric } from './card.tsx';
import {
  groups,
  intervals,
  medianOf,
  periodBefore,
  periodOf,
  periods,
  totalOf,
  type InsightSearch,
  type Period,
} from './rules.ts';
import { numberText, valueText } from './texts.ts';

/** What happened in a period, counted; the period, its interval and the division are in the address. */
export function Insights() {
  const search = useSearch({ from: '/insights' });
  const period = periodOf(search, today());
  const divided = { ...period, ...(search.groupBy && { groupBy: search.groupBy }) };
  return (
    <>
      <header className="bar">
        <Heading text={words.insights.title} />
        <span className="grow" />
        <span className="muted small">{zoneText(ownZone)}</span>
      </header>
      <Controls search={search} period={period} />
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

interface ControlsProps {
  readonly search: InsightSearch;
  readonly period: Period;
}

function Controls({ search, period }: ControlsProps) {
  const set = useAddress<InsightSearch>();
  const { days: _, from, to, ...rest } = search;
  const length = dayOf(period.to) - dayOf(period.from) + 1;
  return (
    <div className="tools">
      <nav className="seg" aria-label={words.insights.period}>
        {periods.map((days) => (
          <Link
            key={days}
            to="/insights"
            search={{ ...rest, days }}
            activeProps={{}}
            aria-current={!from && !to && length === days ? 'true' : undefined}
          >
            {plural(start.words, words.insights.days, days)}
          </Link>
        ))}
      </nav>
      <div className="inline">
        <TextField
          label={words.insights.from}
          name="from"
          type="date"
          value={period.from}
          onChange={(value) => set({ from: value, to: period.to, days: undefined })}
        />
        <TextField
          label={words.insights.to}
          name="to"
          type="date"
          value={period.to}
          onChange={(value) => set({ from: period.from, to: value, days: undefined })}
        />
        <SelectField
          label={words.insights.interval}
          name="interval"
          value={period.interval}
          onChange={(value) => set({ interval: value as Period['interval'] })}
          choices={intervals.map((value) => ({ value, label: words.insights.intervals[value] }))}
        />
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
      </div>
    </div>
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
  return data && totalOf(data.buckets);
}

interface FigureProps {
  readonly metric: Metric;
  readonly label: string;
  readonly period: Period;
  readonly of?: number | undefined;
}

function Figure({ metric, label, period, of: whole }: FigureProps) {
  const total = useTotal(metric, period);
  const before = useTotal(metric, periodBefore(period));
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{total === undefined ? '–' : numberText(total)}</b>
        <span className="muted small">
          {whole !== undefined && total !== undefined && whole > 0
            ? interpolate(words.insights.share, { n: numberText((total / whole) * 100) })
            : before !== undefined && interpolate(words.insights.before, { n: numberText(before) })}
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
        <b>{data ? valueText(medianOf(data.buckets.map(({ value }) => value)), 'hours') : '–'}</b>
        <span className="muted small">{words.insights.median}</span>
      </dd>
    </div>
  );
}

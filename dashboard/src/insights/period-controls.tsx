import { parseDay } from '@daybook/booking/calendar';
import { pluralize } from '@daybook/booking/locale';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DateField } from '../kit/date-field.tsx';
import { SelectField } from '../kit/field.tsx';
import { useAddress } from '../platform/address.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import type { Period } from './rules.ts';
import { intervals, periods, type InsightSearch } from './search.ts';

interface PeriodControlsProps {
  readonly search: InsightSearch;
  readonly period: Period;
  /** What else is chosen. */
  readonly children?: ReactNode;
}

/** Which days the charts of a page show, and how long a bar is. Both are in its address. */
export function PeriodControls({ search, period, children }: PeriodControlsProps) {
  const set = useAddress<InsightSearch>();
  const { days: _, from, to, ...rest } = search;
  const length = parseDay(period.to) - parseDay(period.from) + 1;
  return (
    <div className="tools">
      <nav className="seg" aria-label={words.insights.period}>
        {periods.map((days) => (
          <Link
            key={days}
            to="."
            search={{ ...rest, days } as never}
            activeProps={{}}
            aria-current={!from && !to && length === days ? 'true' : undefined}
          >
            {pluralize(start.words, words.insights.days, days)}
          </Link>
        ))}
      </nav>
      <div className="inline">
        <DateField
          label={words.insights.from}
          name="from"
          value={period.from}
          onChange={(value) => set({ from: value, to: period.to, days: undefined })}
        />
        <DateField
          label={words.insights.to}
          name="to"
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
        {children}
      </div>
    </div>
  );
}

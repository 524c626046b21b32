import { parseDay } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { DateField } from '../kit/date-field.tsx';
import { TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { formatDateOnly, formatDay } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Month } from './month.tsx';
import {
  findDateRunFault,
  groupDateRuns,
  parseHours,
  addDates,
  removeDates,
  type DateHours,
  type DateRun,
} from './rules.ts';
import { formatRanges } from './sentence.ts';

interface DatesProps {
  readonly dates: readonly DateHours[];
  readonly onChange: (dates: DateHours[]) => void;
}

/** Dates with hours of their own, which replace those of their weekday. */
export function Dates({ dates, onChange }: DatesProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [typed, setTyped] = useState('');
  const hours = parseHours(typed);
  const isWrong = typeof hours === 'string';
  const fault = from !== '' && to !== '' ? findDateRunFault({ from, to }) : undefined;
  const add = (): void => {
    if (from === '' || isWrong || fault) return;
    onChange(addDates(dates, { from, to: to || from, timesets: hours }));
    setFrom('');
    setTo('');
    setTyped('');
  };
  // The first click chooses a day, a later one makes it a run of days.
  const choose = (date: string): void => {
    if (from === '' || to !== '' || date <= from) {
      setFrom(date);
      setTo('');
    } else setTo(date);
  };
  return (
    <section className="card" aria-labelledby="dates">
      <header>
        <h2 id="dates">{words.schedules.dates}</h2>
      </header>
      <Month dates={dates} from={from} to={to} onChoose={choose} />
      <ul className="dates">
        {groupDateRuns(dates).map((run) => (
          <DateLine key={run.from} run={run} onRemove={() => onChange(removeDates(dates, run))} />
        ))}
      </ul>
      <div className="new-date col gap3">
        <p className="help">{words.schedules.datesHint}</p>
        <DateField label={words.schedules.date} name="date" value={from} onChange={setFrom} />
        <DateField label={words.schedules.lastDate} name="lastDate" value={to} onChange={setTo} />
        <TextField
          label={words.schedules.hoursOn}
          name="hours"
          value={typed}
          onChange={setTyped}
          placeholder={words.schedules.off}
          help={isWrong ? words.schedules.faults[hours] : formatRanges(hours)}
        />
        {fault && (
          <p className="wrong" role="alert">
            {words.schedules.dateFaults[fault]}
          </p>
        )}
        <button
          type="button"
          className="btn small"
          disabled={from === '' || isWrong || fault !== undefined}
          onClick={add}
        >
          <Icon name="plus" />
          {words.schedules.addDate}
        </button>
      </div>
    </section>
  );
}

function DateLine({ run, onRemove }: { readonly run: DateRun; readonly onRemove: () => void }) {
  const { from, to, timesets } = run;
  const text =
    from === to
      ? formatDay(parseDay(from))
      : interpolate(words.schedules.dateRange, {
          from: formatDateOnly(parseDay(from)),
          to: formatDateOnly(parseDay(to)),
        });
  const remove = interpolate(words.schedules.removeDate, { date: text });
  return (
    <li>
      <span className={`dot${timesets.length === 0 ? ' none' : ''}`} />
      <span className="grow">
        {text}
        <br />
        <span className="muted">{formatRanges(timesets)}</span>
      </span>
      <button
        type="button"
        className="btn quiet small square"
        aria-label={remove}
        title={remove}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

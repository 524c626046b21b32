import { dayOf } from '@daybook/booking/calendar';
import { useState } from 'react';
import { TextField } from '../kit/field.tsx';
import { dayText } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { parseHours, type DateHours } from './rules.ts';
import { hoursText } from './sentence.ts';

interface DatesProps {
  readonly dates: readonly DateHours[];
  readonly onChange: (dates: DateHours[]) => void;
}

/** Dates with hours of their own, which replace those of their weekday. */
export function Dates({ dates, onChange }: DatesProps) {
  const [date, setDate] = useState('');
  const [typed, setTyped] = useState('');
  const hours = parseHours(typed);
  const add = (): void => {
    if (date === '' || typeof hours === 'string') return;
    const others = dates.filter((each) => each.date !== date);
    onChange([...others, { date, timesets: hours }].sort((a, b) => (a.date < b.date ? -1 : 1)));
    setDate('');
    setTyped('');
  };
  return (
    <section className="card" aria-labelledby="dates">
      <header>
        <h2 id="dates">{words.schedules.dates}</h2>
      </header>
      <ul className="dates">
        {dates.map(({ date: on, timesets }) => (
          <li key={on}>
            <span className="grow">
              <b>{dayText(dayOf(on))}</b>
              <br />
              <span className="muted small">{hoursText(timesets)}</span>
            </span>
            <button
              type="button"
              className="btn quiet small"
              aria-label={`${words.schedules.removeDate} ${dayText(dayOf(on))}`}
              onClick={() => onChange(dates.filter((each) => each.date !== on))}
            >
              {words.schedules.removeDate}
            </button>
          </li>
        ))}
      </ul>
      <div className="new-date col gap3">
        <TextField label={words.schedules.date} name="date" type="date" value={date} onChange={setDate} />
        <TextField
          label={words.schedules.hoursOn}
          name="hours"
          value={typed}
          onChange={setTyped}
          help={typeof hours === 'string' ? words.schedules.faults[hours] : hoursText(hours)}
        />
        <button
          type="button"
          className="btn small"
          disabled={date === '' || typeof hours === 'string'}
          onClick={add}
        >
          {words.schedules.addDate}
        </button>
      </div>
    </section>
  );
}

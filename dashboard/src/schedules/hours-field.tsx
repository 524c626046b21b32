import { useId } from 'react';
import { words } from '../platform/words/words.ts';
import { parseHours, shareOfDay, type Range } from './rules.ts';
import { hoursText } from './sentence.ts';

interface HoursFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The hours of one day as text, and how they are understood. */
export function HoursField({ label, text, onChange }: HoursFieldProps) {
  const id = useId();
  const hours = parseHours(text);
  const isWrong = typeof hours === 'string';
  return (
    <div className="a-day">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        value={text}
        placeholder={words.schedules.off}
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-read`}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-read`} className={isWrong ? 'wrong' : 'hidden'}>
        {isWrong ? words.schedules.faults[hours] : hoursText(hours)}
      </span>
      {!isWrong && <Track ranges={hours} />}
    </div>
  );
}

/** The hours of a day as bars, from midnight to midnight. */
function Track({ ranges }: { readonly ranges: readonly Range[] }) {
  return (
    <span className="track" aria-hidden="true">
      {ranges.map(([start, end]) => (
        <span
          key={start}
          className="barh"
          style={{
            insetInlineStart: `${shareOfDay(start)}%`,
            width: `${shareOfDay(end) - shareOfDay(start)}%`,
          }}
        />
      ))}
    </span>
  );
}

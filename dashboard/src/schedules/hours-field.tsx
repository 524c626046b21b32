import { useEffect, useId, useState } from 'react';
import { words } from '../platform/words/words.ts';
import { formatHours, parseHours, type Range } from './rules.ts';
import { formatRanges } from './sentence.ts';

interface HoursFieldProps {
  readonly label: string;
  readonly ranges: readonly Range[];
  readonly onChange: (ranges: readonly Range[]) => void;
}

/** The hours of one day as text, and how they are understood. Text that can't be read changes nothing. */
export function HoursField({ label, ranges, onChange }: HoursFieldProps) {
  const id = useId();
  const [text, setText] = useState(formatHours(ranges));
  const hours = parseHours(text);
  const isWrong = typeof hours === 'string';
  // Changed from elsewhere: by undo, or by copying a day.
  useEffect(() => {
    setText((before) => {
      const read = parseHours(before);
      const isSame = typeof read !== 'string' && formatHours(read) === formatHours(ranges);
      return isSame ? before : formatHours(ranges);
    });
  }, [ranges]);
  const type = (typed: string): void => {
    setText(typed);
    const read = parseHours(typed);
    if (typeof read !== 'string') onChange(read);
  };
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
        onChange={({ target }) => type(target.value)}
      />
      <span id={`${id}-read`} className={isWrong ? 'wrong' : 'muted small'}>
        {isWrong ? words.schedules.faults[hours] : formatRanges(hours)}
      </span>
    </div>
  );
}

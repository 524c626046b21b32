import { useState, type KeyboardEvent } from 'react';
import { Icon } from '../kit/icon.tsx';
import { formatTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { stepMinute, type Edge } from './bars.ts';
import { parseMinute, parseClock, type Range } from './rules.ts';

interface BarFormProps {
  readonly range: Range;
  /** Where the bar begins, in percent of the track. */
  readonly left: number;
  readonly onChange: (edge: Edge, minute: number) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
  /** By a key, the focus goes back to the bar. */
  readonly onClose: (isByKey: boolean) => void;
}

/** The times of one bar as text. */
export function BarForm({ range, left, onChange, onCopy, onRemove, onClose }: BarFormProps) {
  return (
    <div
      className="pop bar-pop"
      style={{ insetInlineStart: `${Math.min(left, 52)}%` }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose(true);
      }}
    >
      <TimeInput
        label={words.schedules.from}
        clock={range[0]}
        hasFocus
        onCommit={(minute) => onChange('start', minute)}
        onDone={() => onClose(true)}
      />
      <span className="faint" aria-hidden="true">
        {words.schedules.to}
      </span>
      <TimeInput
        label={words.schedules.to}
        clock={range[1]}
        onCommit={(minute) => onChange('end', minute)}
        onDone={() => onClose(true)}
      />
      <button
        type="button"
        className="btn quiet small square"
        aria-label={words.schedules.copyHours}
        title={words.schedules.copyHours}
        onClick={onCopy}
      >
        <Icon name="copy" />
      </button>
      <button
        type="button"
        className="btn quiet small square bad"
        aria-label={words.schedules.removeHours}
        title={words.schedules.removeHours}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

interface TimeInputProps {
  readonly label: string;
  readonly clock: string;
  readonly hasFocus?: boolean;
  readonly onCommit: (minute: number) => void;
  readonly onDone: () => void;
}

/** Takes `9`, `9:30` or `9 am`; up and down go in steps. */
function TimeInput({ label, clock, hasFocus = false, onCommit, onDone }: TimeInputProps) {
  const [typed, setTyped] = useState<string>();
  const read = typed === undefined ? clock : parseClock(typed.trim());
  const commit = (): void => {
    if (typed !== undefined && read !== undefined) onCommit(parseMinute(read));
    setTyped(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps !== undefined) {
      setTyped(undefined);
      onCommit(stepMinute(parseMinute(read ?? clock), steps));
    } else if (event.key === 'Enter') {
      commit();
      if (read !== undefined) onDone();
    } else return;
    event.preventDefault();
  };
  return (
    <input
      className="input t"
      aria-label={label}
      aria-invalid={read === undefined || undefined}
      autoComplete="off"
      autoFocus={hasFocus}
      value={typed ?? formatTime(clock)}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={press}
    />
  );
}

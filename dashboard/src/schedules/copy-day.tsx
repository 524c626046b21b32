import { interpolate, pluralize } from '@daybook/booking/locale';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { weekdays, type Weekday } from './rules.ts';
import { getDayName } from './sentence.ts';

interface CopyDayProps {
  readonly day: Weekday;
  readonly onCopy: (days: readonly Weekday[]) => void;
  readonly onClose: () => void;
}

const workdays: readonly Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];

/** Chooses the days that get the hours of another. */
export function CopyDay({ day, onCopy, onClose }: CopyDayProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const [chosen, setChosen] = useState<readonly Weekday[]>(workdays.filter((each) => each !== day));
  const others = weekdays.filter((each) => each !== day);
  return (
    <fieldset
      className="pop copy-day"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <legend className="hidden">{interpolate(words.schedules.copyTo, { day: getDayName(day) })}</legend>
      <b className="small" aria-hidden="true">
        {interpolate(words.schedules.copyTo, { day: getDayName(day) })}
      </b>
      {others.map((each, index) => (
        <label key={each} className="row small">
          <input
            ref={index === 0 ? first : undefined}
            type="checkbox"
            checked={chosen.includes(each)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))
            }
          />
          {getDayName(each)}
        </label>
      ))}
      <button
        type="button"
        className="btn main small"
        disabled={chosen.length === 0}
        onClick={() => onCopy(chosen)}
      >
        {pluralize(start.words, words.schedules.copyNow, chosen.length)}
      </button>
      <button
        type="button"
        className="btn quiet small square"
        aria-label={words.shell.close}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </fieldset>
  );
}

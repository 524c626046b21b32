import { words } from '../platform/words/words.ts';
import { parseHours, weekdays } from '../schedules/rules.ts';
import { getDayName } from '../schedules/sentence.ts';
import type { TypedHours } from './rules.ts';

interface HoursFieldsProps {
  readonly hours: TypedHours;
  readonly onChange: (hours: TypedHours) => void;
}

/** When an agent may call, typed day by day. */
export function HoursFields({ hours, onChange }: HoursFieldsProps) {
  return (
    <fieldset className="col gap1">
      <legend className="lbl">{words.calls.hours}</legend>
      <p className="help">{words.calls.hoursHint}</p>
      {weekdays.map((day) => {
        const read = parseHours(hours[day]);
        const isWrong = typeof read === 'string';
        return (
          <label key={day} className="calling-day">
            <span>{getDayName(day)}</span>
            <input
              className="input"
              value={hours[day]}
              autoComplete="off"
              aria-invalid={isWrong || undefined}
              onChange={({ target }) => onChange({ ...hours, [day]: target.value })}
            />
            {isWrong && <span className="wrong">{words.schedules.faults[read]}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}

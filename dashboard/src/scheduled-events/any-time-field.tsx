import { Checkbox } from '../kit/choice.tsx';
import { TextField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import { TimeField, type ChosenTime, type TimeFieldProps } from './time-field.tsx';

/** What a host chose, offered or not. */
export interface HostsTime extends ChosenTime {
  readonly anyTime?: true;
}

interface AnyTimeFieldProps extends Omit<TimeFieldProps, 'value' | 'onChange'> {
  readonly value: HostsTime;
  readonly onChange: (value: HostsTime) => void;
}

/** A free time, or any other that the host types. */
export function AnyTimeField({ value, onChange, ...times }: AnyTimeFieldProps) {
  const { hosting, events } = words;
  const { date, start, anyTime } = value;
  return (
    <>
      {anyTime ? (
        <div className="two">
          <TextField
            label={events.date}
            name="date"
            type="date"
            value={date}
            onChange={(next) => onChange({ ...value, date: next })}
          />
          <TextField
            label={events.time}
            name="start"
            type="time"
            value={start}
            onChange={(next) => onChange({ ...value, start: next })}
          />
        </div>
      ) : (
        <TimeField {...times} value={value} onChange={onChange} />
      )}
      <Checkbox
        label={hosting.anyTime}
        isOn={anyTime ?? false}
        onChange={(isOn) => onChange({ date, start: '', ...(isOn && { anyTime: true }) })}
      />
      {anyTime && <p className="help">{hosting.anyTimeHint}</p>}
    </>
  );
}

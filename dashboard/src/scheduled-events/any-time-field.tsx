import { toIsoDate } from '@daybook/booking/calendar';
import { Checkbox } from '../kit/choice.tsx';
import { DateField } from '../kit/date-field.tsx';
import { TimeField } from '../kit/time-field.tsx';
import { getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { SlotField, type ChosenTime, type SlotFieldProps } from './slot-field.tsx';

/** What a host chose, offered or not. */
export interface HostsTime extends ChosenTime {
  readonly anyTime?: true;
}

interface AnyTimeFieldProps extends Omit<SlotFieldProps, 'value' | 'onChange'> {
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
          <DateField
            label={events.date}
            name="date"
            value={date}
            onChange={(next) => onChange({ ...value, date: next })}
          />
          <TimeField
            label={events.time}
            name="start"
            value={start}
            onChange={(next) => onChange({ ...value, start: next })}
          />
        </div>
      ) : (
        <SlotField {...times} value={value} onChange={onChange} />
      )}
      <Checkbox
        label={hosting.anyTime}
        isOn={anyTime ?? false}
        onChange={(isOn) =>
          onChange(
            isOn
              ? { date: date || toIsoDate(getToday() + 1), start: '', anyTime: true }
              : { date, start: '' },
          )
        }
      />
      {anyTime && <p className="help">{hosting.anyTimeHint}</p>}
    </>
  );
}

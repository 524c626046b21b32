import { isDate, parseDay } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { useId, useState } from 'react';
import { formatShortMoment, toInstant } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { DateInput, formatDate } from './date-field.tsx';
import { HiddenValue, useFieldValue } from './field-value.tsx';
import { useFieldErrors, type FieldProps } from './field.tsx';
import { getClockFault, TimeInput } from './time-field.tsx';

interface DateTimeFieldProps extends FieldProps {
  /** `YYYY-MM-DDTHH:MM`, or empty. */
  readonly value?: string | undefined;
  /** Left out, the form reads it. Gets nothing while one of the two is missing. */
  readonly onChange?: ((value: string) => void) | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** A date and a time on the reader's clock. */
export function DateTimeField({
  label,
  name,
  help,
  value: given = '',
  onChange,
  autoFocus,
}: DateTimeFieldProps) {
  const id = useId();
  const field = useFieldValue({ value: given, onChange });
  const [date, setDate] = useState(field.value.slice(0, 10));
  const [clock, setClock] = useState(field.value.slice(11, 16));
  const [faults, setFaults] = useState<{
    readonly date?: string | undefined;
    readonly clock?: string | undefined;
  }>({});
  const [isLeft, setIsLeft] = useState(false);
  const refusals = useFieldErrors(name);
  const missing = isLeft && date !== '' && clock === '' ? getClockFault() : undefined;
  const found = [faults.date, faults.clock ?? missing].filter((fault) => fault !== undefined);
  const errors = found.length > 0 ? found : refusals;
  const described = errors.length > 0 || help ? id : undefined;
  const control = {
    'aria-describedby': described,
    ...(errors.length > 0 && { 'aria-invalid': true as const }),
  };
  const set = (nextDate: string, nextClock: string): void => {
    setDate(nextDate);
    setClock(nextClock);
    field.set(nextDate && nextClock ? `${nextDate}T${nextClock}` : '');
  };
  return (
    <fieldset
      className="field"
      onBlur={({ currentTarget, relatedTarget }) => setIsLeft(!currentTarget.contains(relatedTarget))}
    >
      <legend className="lbl">{label}</legend>
      <div className="row">
        <DateInput
          control={{ ...control, 'aria-label': interpolate(words.controls.dateOf, { label }) }}
          label={label}
          value={date}
          onChange={(next) => set(next, clock)}
          onFault={(fault) => setFaults((before) => ({ ...before, date: fault }))}
          autoFocus={autoFocus}
        />
        <TimeInput
          control={{ ...control, 'aria-label': interpolate(words.controls.timeOf, { label }) }}
          isNeeded={date !== ''}
          label={label}
          value={clock}
          onChange={(next) => set(date, next)}
          onFault={(fault) => setFaults((before) => ({ ...before, clock: fault }))}
        />
      </div>
      <HiddenValue field={field} name={name} label={label} format={formatDateTime} />
      {described && (
        <p id={id} className={errors.length > 0 ? 'wrong' : 'help'}>
          {errors.length > 0 ? errors.join(' ') : help}
        </p>
      )}
    </fieldset>
  );
}

/** `3 Feb 2027, 14:30`; whole days have no time. */
function formatDateTime(value: string): string {
  const [date = '', clock] = value.split('T');
  if (!clock || !isDate(date)) return formatDate(date);
  return formatShortMoment(toInstant({ day: parseDay(date), clock: clock.slice(0, 5) }));
}

import { getMonth, isDate, parseDay, toIsoDate } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { start } from '../platform/start.ts';
import { formatShortDate, getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Calendar } from './calendar.tsx';
import { parseTypedDate } from './date.rules.ts';
import { HiddenValue, useFieldValue, useTypedValue } from './field-value.tsx';
import { Field, type Control, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';

interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or empty. */
  readonly value?: string | undefined;
  /** Left out, the form reads it. */
  readonly onChange?: ((date: string) => void) | undefined;
  /** The first date that makes sense: others can't be chosen in the calendar. */
  readonly min?: string | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** A date: typed as people write it, or chosen in a month. Arrow keys go to the next and the last day. */
export function DateField({ label, name, help, value: given = '', onChange, ...more }: DateFieldProps) {
  const field = useFieldValue({ value: given, onChange });
  const [fault, setFault] = useState<string>();
  return (
    <Field label={label} name={name} help={help} fault={fault}>
      {({ name: _, ...control }) => (
        <>
          <DateInput
            control={control}
            label={label}
            value={field.value}
            onChange={field.set}
            onFault={setFault}
            {...more}
          />
          <HiddenValue field={field} name={name} label={label} format={formatDate} />
        </>
      )}
    </Field>
  );
}

interface DateInputProps extends Pick<DateFieldProps, 'min' | 'autoFocus'> {
  readonly control: Partial<Control> & { readonly 'aria-label'?: string };
  /** Of the calendar. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (date: string) => void;
  readonly onFault: (fault: string | undefined) => void;
}

/** The control of a date alone, for fields that have more than one. */
export function DateInput(props: DateInputProps) {
  const { control, label, value, onChange, onFault, min, autoFocus } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const typed = useTypedValue({
    value,
    onChange,
    format: formatDate,
    parse: (text) => readDate(text, min),
  });
  const leave = (): void => {
    typed.leave();
    onFault(typed.isUnread ? getDateFault() : undefined);
  };
  const choose = (date: string): void => {
    typed.choose(date);
    onFault(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Enter') return leave();
    if (step === undefined) return;
    event.preventDefault();
    if (event.altKey) setIsOpen(true);
    else choose(toIsoDate((isDate(typed.read) ? parseDay(typed.read) : getToday() - step) + step));
  };
  return (
    <div className="combo grow">
      <input
        {...control}
        ref={input}
        className="input"
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        data-unread={typed.isUnread || undefined}
        value={typed.text}
        onChange={({ target }) => {
          typed.type(target.value);
          onFault(undefined);
        }}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className="btn quiet small square"
        aria-label={words.controls.openCalendar}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="events" />
      </button>
      <Popover
        className="pop date-pop"
        triggerRef={input}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        offset={4}
        placement="bottom start"
      >
        <Dialog aria-label={label}>
          <MonthOfDate
            value={typed.read}
            min={min}
            onChoose={(date) => {
              choose(date);
              setIsOpen(false);
              input.current?.focus();
            }}
          />
        </Dialog>
      </Popover>
    </div>
  );
}

interface MonthOfDateProps {
  readonly value: string;
  readonly min: string | undefined;
  readonly onChoose: (date: string) => void;
}

function MonthOfDate({ value, min = '', onChoose }: MonthOfDateProps) {
  const [month, setMonth] = useState(getMonth(isDate(value) ? value : toIsoDate(getToday())));
  return (
    <Calendar
      value={value}
      month={month}
      onMonth={setMonth}
      onChoose={onChoose}
      minMonth={getMonth(min)}
      describe={(date) => ({ isOff: date < min })}
      autoFocus
    />
  );
}

/** As the field shows it, and as it was stored if it is no date. */
export function formatDate(date: string): string {
  return isDate(date) ? formatShortDate(parseDay(date)) : date;
}

/** What a text means as a date, for the reader. */
export function readDate(text: string, min?: string): string | undefined {
  return parseTypedDate(text, {
    words: start.words,
    locale: start.locale,
    today: getToday(),
    ...(min && { min: parseDay(min) }),
  });
}

export const getDateFault = (): string =>
  interpolate(words.controls.wrongDate, { example: formatShortDate(getToday() + 1) });

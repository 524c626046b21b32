import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { start } from '../platform/start.ts';
import { formatTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { listClocks, parseTypedClock } from './clock.rules.ts';
import { Combo } from './combo.tsx';
import { HiddenValue, useFieldValue, useTypedValue } from './field-value.tsx';
import { Field, type Control, type FieldProps } from './field.tsx';

interface TimeFieldProps extends FieldProps {
  /** `HH:MM`, or empty. */
  readonly value?: string | undefined;
  /** Left out, the form reads it. */
  readonly onChange?: ((clock: string) => void) | undefined;
}

/** A time of day on the reader's clock: typed as people write it, or chosen from a list. */
export function TimeField({ label, name, help, value: given = '', onChange }: TimeFieldProps) {
  const field = useFieldValue({ value: given, onChange });
  const [fault, setFault] = useState<string>();
  return (
    <Field label={label} name={name} help={help} fault={fault}>
      {({ name: _, ...control }) => (
        <>
          <TimeInput
            control={control}
            label={label}
            value={field.value}
            onChange={field.set}
            onFault={setFault}
          />
          <HiddenValue field={field} name={name} label={label} format={formatTime} />
        </>
      )}
    </Field>
  );
}

interface TimeInputProps {
  readonly control: Partial<Control> & { readonly 'aria-label'?: string };
  /** Of the list. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (clock: string) => void;
  readonly onFault: (fault: string | undefined) => void;
  /** The form waits for it. */
  readonly isNeeded?: boolean;
}

const options = listClocks(15).map((clock) => ({ value: clock, label: formatTime(clock) }));

/** The control of a time alone, for fields that have more than one. */
export function TimeInput({ control, label, value, onChange, onFault, isNeeded = false }: TimeInputProps) {
  const typed = useTypedValue({ value, onChange, format: formatTime, parse: readClock });
  const isUnread = typed.isUnread || (isNeeded && typed.read === '');
  return (
    <Combo
      control={{ ...control, 'data-unread': isUnread || undefined }}
      label={label}
      text={typed.text}
      onText={(text) => {
        typed.type(text);
        onFault(undefined);
      }}
      options={options}
      chosen={findNearest(typed.read)}
      onChoose={(clock) => {
        typed.choose(clock);
        onFault(undefined);
      }}
      onLeave={() => {
        typed.leave();
        onFault(typed.isUnread ? getClockFault() : undefined);
      }}
      isFree
      icon="clock"
    />
  );
}

/** Where the list opens: at the time, or at the last one before it; in the morning if there is none. */
function findNearest(clock: string): string {
  return options.findLast(({ value }) => value <= (clock || '09:00'))?.value ?? '';
}

/** What a text means as a time, for the reader. */
export function readClock(text: string): string | undefined {
  return parseTypedClock(text, start.words, start.locale);
}

export const getClockFault = (): string =>
  interpolate(words.controls.wrongTime, { example: formatTime('14:30') });

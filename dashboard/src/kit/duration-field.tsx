import { interpolate } from '@daybook/booking/locale';
import { useEffect, useRef, useState } from 'react';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import {
  formatLength,
  formatUnit,
  getUnit,
  parseTypedDuration,
  unitMinutes,
  type TypedNumber,
  type Unit,
} from './duration.rules.ts';
import { HiddenValue, useFieldValue } from './field-value.tsx';
import { Field, type FieldProps } from './field.tsx';

interface DurationFieldProps extends FieldProps {
  /** In the unit of `base`; what was typed instead, or null for nothing. */
  readonly value: TypedNumber | null;
  /** Left out, the form reads it. What is no duration comes as it was typed, and nothing comes as null. */
  readonly onChange?: ((value: TypedNumber | null) => void) | undefined;
  /** The unit of the request. */
  readonly base?: Unit;
  /** Those that can be chosen, from small to large. */
  readonly units?: readonly Unit[];
  /** The unit of a field that is empty or zero. */
  readonly usualUnit?: Unit;
  /** What an empty field means. */
  readonly placeholder?: string | undefined;
  /** Stands after the unit, as in `1 day before`. */
  readonly suffix?: string | undefined;
  readonly isLabelHidden?: boolean | undefined;
}

const commonUnits = ['minutes', 'hours', 'days'] as const;

/** A duration with its unit. `1h 30m`, `2 days` and `90` can be typed; the unit follows. */
export function DurationField(props: DurationFieldProps) {
  const { label, name, help, base = 'minutes', units = commonUnits, usualUnit, placeholder, suffix } = props;
  const toMinutes = (value: TypedNumber | null): TypedNumber | null =>
    typeof value === 'number' ? value * unitMinutes[base] : value;
  const field = useFieldValue({
    value: props.value === null ? '' : String(props.value),
    onChange: props.onChange && ((text) => props.onChange?.(parseValue(text))),
  });
  const minutes = toMinutes(parseValue(field.value));
  const [unit, setUnit] = useState(() => getUnit(minutes, units, usualUnit));
  const [text, setText] = useState(() => formatCount(minutes, unit));
  const [isLeft, setIsLeft] = useState(false);
  const sent = useRef(field.value);
  useEffect(() => {
    if (field.value === sent.current) return;
    // Set from elsewhere, as by what others have saved.
    sent.current = field.value;
    setUnit(getUnit(minutes, units, usualUnit));
    setText(formatCount(minutes, getUnit(minutes, units, usualUnit)));
  }, [field.value]);
  const send = (typed: string, by: Unit): void => {
    const read = parseTypedDuration(typed, by, start.locale.tag);
    sent.current = read === undefined ? typed.trim() : String(read / unitMinutes[base]);
    field.set(sent.current);
  };
  /** `1h 30m` becomes 90 minutes: the field shows one number and one unit. */
  const leave = (): void => {
    setIsLeft(true);
    const read = parseTypedDuration(text, unit, start.locale.tag);
    if (read === undefined || isPlain(text)) return;
    const next = getUnit(read, units, unit);
    setUnit(next);
    setText(formatCount(read, next));
  };
  const isUnread = text.trim() !== '' && parseTypedDuration(text, unit, start.locale.tag) === undefined;
  const example = formatLength(90, start.locale.tag);
  const fault = isUnread && isLeft ? interpolate(words.controls.wrongDuration, { example }) : undefined;
  return (
    <Field label={label} name={name} help={help} fault={fault} isLabelHidden={props.isLabelHidden}>
      {({ name: _, ...control }) => (
        <div className="row duration">
          <input
            {...control}
            className="input"
            inputMode="text"
            autoComplete="off"
            placeholder={placeholder}
            data-unread={isUnread || undefined}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setIsLeft(false);
              send(target.value, unit);
            }}
            onBlur={leave}
            onKeyDown={(event) => {
              const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
              if (step === undefined || !(text === '' || isPlain(text))) return;
              event.preventDefault();
              const next = String(Math.max(0, Math.trunc(Number(text)) + step));
              setText(next);
              send(next, unit);
            }}
          />
          <select
            className="input"
            aria-label={words.controls.unit}
            aria-describedby={`${control.id}-label`}
            value={unit}
            onChange={({ target }) => {
              const next = target.value as Unit;
              setUnit(next);
              send(text, next);
            }}
          >
            {units.map((each) => (
              <option key={each} value={each}>
                {words.controls.units[each]}
              </option>
            ))}
          </select>
          {suffix && <span className="nowrap">{suffix}</span>}
          <HiddenValue
            field={field}
            name={name}
            label={label}
            format={(value) => formatInUnit(toMinutes(parseValue(value)), units)}
          />
        </div>
      )}
    </Field>
  );
}

const isPlain = (text: string): boolean => /^\d+$/.test(text.trim());

function parseValue(text: string): TypedNumber | null {
  if (text === '') return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function formatCount(minutes: TypedNumber | null, unit: Unit): string {
  if (minutes === null) return '';
  return typeof minutes === 'number' ? String(minutes / unitMinutes[unit]) : minutes;
}

/** `2 weeks`: in the unit in which the field would show it. */
function formatInUnit(minutes: TypedNumber | null, units: readonly Unit[]): string {
  if (typeof minutes !== 'number') return minutes ?? '';
  const unit = getUnit(minutes, units);
  return formatUnit(minutes / unitMinutes[unit], unit, start.locale.tag);
}

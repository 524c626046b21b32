import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatShortMoment } from '../platform/time.ts';

/** For fields that show a value in another form than they send it. */

interface FieldValue {
  readonly value: string;
  /** Left out, the form reads the value. */
  readonly onChange?: ((value: string) => void) | undefined;
}

/** The value of a field that is controlled, or that the form reads from the hidden input. */
export function useFieldValue({ value: given, onChange }: FieldValue) {
  const [own, setOwn] = useState(given);
  const hidden = useRef<HTMLInputElement>(null);
  const value = onChange ? given : own;
  const set = (next: string): void => {
    if (next === value) return;
    if (onChange) onChange(next);
    else setOwn(next);
    // Forms learn from this event that something was changed.
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return { value, set, hidden };
}

interface HiddenValueProps {
  readonly field: Pick<ReturnType<typeof useFieldValue>, 'value' | 'hidden'>;
  readonly name: string;
  readonly label: string;
  /** As the field shows a value. */
  readonly format: (value: string) => string;
}

const formats = new WeakMap<Element, HiddenValueProps['format']>();

/** A value as the field of this control would show it: what someone else has saved, for the person who edits it. */
export function formatAsField(control: Element, value: string): string {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].find((option) => option.value === value)?.label ?? value;
  }
  const format = formats.get(control);
  // Fields of a date or a time have a part of what is stored as an instant.
  return format && isInstant.test(value) ? formatShortMoment(value) : (format?.(value) ?? value);
}

const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** What the form sends. */
export function HiddenValue({ field, name, label, format }: HiddenValueProps) {
  useLayoutEffect(() => {
    if (field.hidden.current) formats.set(field.hidden.current, format);
  });
  return <input ref={field.hidden} type="hidden" name={name} value={field.value} data-label={label} />;
}

interface TypedValue {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly format: (value: string) => string;
  /** Undefined for what can't be read. */
  readonly parse: (text: string) => string | undefined;
}

const restMs = 400;

/** Text that stands for a value. It takes effect when it is left or confirmed, and whenever typing rests. */
export function useTypedValue({ value, onChange, format, parse }: TypedValue) {
  const [typed, setTyped] = useState<string>();
  const [isLeft, setIsLeft] = useState(false);
  const read = typed === undefined || typed.trim() === '' ? '' : parse(typed);
  const send = useRef((): void => undefined);
  send.current = (): void => {
    if (typed !== undefined && (read ?? '') !== value) onChange(read ?? '');
  };
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => send.current(), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isUnread = read === undefined;
  return {
    text: typed ?? (value === '' ? '' : format(value)),
    /** What the text means, before it takes effect. */
    read: typed === undefined ? value : (read ?? ''),
    isUnread,
    isWrong: isUnread && isLeft,
    type: (text: string): void => {
      setTyped(text);
      setIsLeft(false);
    },
    leave: (): void => {
      send.current();
      if (isUnread) setIsLeft(true);
      else setTyped(undefined);
    },
    choose: (next: string): void => {
      setTyped(undefined);
      onChange(next);
    },
  };
}

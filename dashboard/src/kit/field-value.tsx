import { useEffect, useRef, useState } from 'react';

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
}

/** What the form sends. */
export function HiddenValue({ field, name, label }: HiddenValueProps) {
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

import { getMonth, isDate, parseDay, toIsoDate } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { Calendar } from '../kit/calendar.tsx';
import { getDateFault, readDate } from '../kit/date-field.tsx';
import { parseTypedMoment } from '../kit/date.rules.ts';
import { start } from '../platform/start.ts';
import { formatShortDate, formatTime, getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { EditorProps } from './editor-props.ts';
import { formatInput, parseInput } from './value-text.ts';
import { findValueFault } from './value.rules.ts';

/** Edits a date, or a date and a time, in place: typed as people write it, or chosen in the month below. */
export function DateEditor({
  attribute,
  value,
  label,
  typed,
  refusal,
  anchor,
  onCommit,
  onClose,
}: EditorProps) {
  const id = useId();
  const hasTime = attribute.type === 'datetime';
  const before = formatInput(attribute, value);
  const [text, setText] = useState(typed ?? formatText(before));
  const [wrong, setWrong] = useState(refusal);
  const read = readText(text, hasTime);
  const date = (read ?? '').slice(0, 10);
  const [month, setMonth] = useState(getMonth(date || toIsoDate(getToday())));
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const set = (next: string): void => {
    setText(next);
    const found = (readText(next, hasTime) ?? '').slice(0, 10);
    if (found) setMonth(getMonth(found));
  };
  const finish = (isKept: boolean, what = read): void => {
    if (isDone.current) return;
    const fault = isKept ? findFault(what) : undefined;
    if (fault) {
      setWrong(fault);
      requestAnimationFrame(() => input.current?.focus());
      return;
    }
    isDone.current = true;
    if (isKept && what !== before) onCommit(parseInput(attribute, what ?? ''), text);
    onClose();
  };
  const findFault = (what: string | undefined): string | undefined => {
    if (what === undefined) return getDateFault();
    const fault = what === before ? undefined : findValueFault(attribute, parseInput(attribute, what));
    return fault && interpolate(words.records.faults[fault], { label });
  };
  const choose = (day: string): void => {
    if (!hasTime) return finish(true, day);
    set(formatText(`${day}T${(read ?? '').slice(11, 16) || '09:00'}`));
    return input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Enter') finish(true);
    else if (event.key === 'Escape') finish(false);
    else if (step !== undefined) {
      const day = toIsoDate((isDate(date) ? parseDay(date) : getToday() - step) + step);
      set(formatText(hasTime ? `${day}T${(read ?? '').slice(11, 16) || '09:00'}` : day));
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={input}
        className="cell-input"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the cell was opened to be typed into
        autoFocus
        aria-label={label}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? id : undefined}
        autoComplete="off"
        value={text}
        onFocus={(event) => {
          if (typed === undefined) event.currentTarget.select();
        }}
        onChange={({ target }) => set(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish(true)}
      />
      {wrong && (
        <p id={id} className="note bad cell-wrong" role="alert">
          {wrong} {words.records.escapeHint}
        </p>
      )}
      <Popover
        className="pop date-pop"
        aria-label={label}
        triggerRef={{ current: anchor }}
        isOpen={!wrong}
        isNonModal
        offset={4}
        placement="bottom start"
      >
        <Calendar value={date} month={month} onMonth={setMonth} onChoose={choose} isPassive />
      </Popover>
    </>
  );
}

/** `17 Nov 2026, 14:30`, for `2026-11-17T14:30`. */
function formatText(value: string): string {
  if (!isDate(value.slice(0, 10))) return value;
  const day = formatShortDate(parseDay(value.slice(0, 10)));
  return value.length > 10 ? `${day}, ${formatTime(value.slice(11, 16))}` : day;
}

/** Empty for no date; undefined for what is none. A time that is left out is nine in the morning. */
function readText(text: string, hasTime: boolean): string | undefined {
  if (text.trim() === '') return '';
  if (!hasTime) return readDate(text);
  const reader = { words: start.words, locale: start.locale, today: getToday() };
  const moment = parseTypedMoment(text, reader);
  if (moment) return `${moment.date}T${moment.clock}`;
  const date = readDate(text);
  return date && `${date}T09:00`;
}

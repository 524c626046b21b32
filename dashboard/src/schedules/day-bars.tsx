import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { Switch } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { interpolate } from '@daybook/booking/locale';
import { formatTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { BarForm } from './bar-form.tsx';
import {
  getEdgeLimits,
  toMinuteRange,
  computeShare,
  stepMinute,
  addBar,
  moveEdge,
  moveBar,
  removeBar,
  type Edge,
  type Scale,
} from './bars.ts';
import type { Range, Weekday } from './rules.ts';
import { getDayName, formatRanges, formatDaySum } from './sentence.ts';
import { isRightToLeft, useBarDrag } from './use-bar-drag.ts';

export interface DayBarsProps {
  readonly day: Weekday;
  readonly ranges: readonly Range[];
  readonly scale: Scale;
  /** Changes with the same key, one after the other, are one to undo. */
  readonly onChange: (ranges: readonly Range[], key?: string) => void;
  readonly onCopy: () => void;
}

/** One day: a switch, its hours as bars, and what can be done with them. */
export function DayBars({ day, ranges, scale, onChange, onCopy }: DayBarsProps) {
  const name = getDayName(day);
  const [open, setOpen] = useState<number>();
  const lastHours = useRef<readonly Range[]>(ranges);
  const addButton = useRef<HTMLButtonElement>(null);
  const { shown, track, isDragged } = useBarDrag({ ranges, scale, onChange, onOpen: setOpen });
  const added = addBar(ranges);
  const add = (): void => {
    if (!added) return;
    onChange(added.ranges);
    focusEdge(day, added.index, 'start');
  };
  const remove = (index: number): void => {
    onChange(removeBar(ranges, index));
    setOpen(undefined);
    if (ranges.length > 1) focusEdge(day, Math.max(0, index - 1), 'start');
    else addButton.current?.focus();
  };
  const turn = (isOn: boolean): void => {
    if (!isOn) lastHours.current = ranges;
    onChange(isOn ? (lastHours.current.length > 0 ? lastHours.current : (addBar([])?.ranges ?? [])) : []);
  };
  const press = (event: KeyboardEvent, index: number, edge: Edge): void => {
    const next = afterKey(event, ranges, index, edge);
    if (next) onChange(next, `${day} ${index} ${edge}`);
    else if (event.key === 'Enter') setOpen(index);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else if (event.key.toLowerCase() === 'n' && !event.ctrlKey && !event.metaKey) add();
    else return;
    event.preventDefault();
  };
  return (
    <div className={`day${ranges.length === 0 ? ' off' : ''}`} role="group" aria-label={name}>
      <Switch label={name} isOn={ranges.length > 0} onChange={turn} />
      <div
        className={`track${isDragged ? ' drag' : ''}`}
        style={{ '--ticks': (scale.to - scale.from) / 120 } as CSSProperties}
        {...track}
      >
        {ranges.length === 0 && <span className="offt">{words.schedules.off}</span>}
        {shown.map((_, index) => (
          <Bar
            key={index}
            day={day}
            index={index}
            ranges={shown}
            scale={scale}
            isOpen={open === index}
            onKey={(event, edge) => press(event, index, edge)}
          />
        ))}
        {open !== undefined && ranges[open] && (
          <BarForm
            key={open}
            range={ranges[open]}
            left={computeShare(scale, toMinuteRange(ranges[open])[0])}
            onChange={(edge, minute) =>
              onChange(moveEdge(ranges, open, edge, minute), `${day} ${open} typed`)
            }
            onCopy={onCopy}
            onRemove={() => remove(open)}
            onClose={(isByKey) => {
              setOpen(undefined);
              if (isByKey) focusEdge(day, open, 'start');
            }}
          />
        )}
      </div>
      <div className="typed">
        {ranges.map((range, index) => (
          <button key={index} type="button" className="btn small" onClick={() => setOpen(index)}>
            {formatRanges([range])}
          </button>
        ))}
      </div>
      <span className="muted small sum">{formatDaySum(ranges)}</span>
      <div className="acts">
        <button
          ref={addButton}
          type="button"
          className="btn quiet small square"
          aria-label={interpolate(words.schedules.add, { day: name })}
          title={added ? interpolate(words.schedules.add, { day: name }) : words.schedules.full}
          aria-disabled={added ? undefined : true}
          onClick={add}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          className="btn quiet small square"
          aria-label={interpolate(words.schedules.copy, { day: name })}
          title={interpolate(words.schedules.copy, { day: name })}
          onClick={onCopy}
        >
          <Icon name="copy" />
        </button>
      </div>
    </div>
  );
}

interface BarProps {
  readonly day: Weekday;
  readonly index: number;
  readonly ranges: readonly Range[];
  readonly scale: Scale;
  readonly isOpen: boolean;
  readonly onKey: (event: KeyboardEvent, edge: Edge) => void;
}

/** A range as a bar with two edges, each of which is a slider. */
function Bar({ day, index, ranges, scale, isOpen, onKey }: BarProps) {
  const range = ranges[index];
  const [start, end] = toMinuteRange(range);
  if (!range) return null;
  const slider = (edge: Edge) => {
    const { least, most } = getEdgeLimits(ranges, index, edge);
    const at = edge === 'start' ? 0 : 1;
    return (
      <span
        id={edgeId(day, index, edge)}
        className="hd"
        role="slider"
        tabIndex={0}
        aria-label={interpolate(edge === 'start' ? words.schedules.starts : words.schedules.ends, {
          day: getDayName(day),
          n: index + 1,
        })}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={toMinuteRange(range)[at]}
        aria-valuetext={formatTime(range[at])}
        onKeyDown={(event) => onKey(event, edge)}
      />
    );
  };
  return (
    <div
      className={`barh${isOpen ? ' is-open' : ''}`}
      data-index={index}
      style={{
        insetInlineStart: `${computeShare(scale, start)}%`,
        width: `${computeShare(scale, end) - computeShare(scale, start)}%`,
      }}
    >
      {slider('start')}
      <span className="lbl-t">{`${formatTime(range[0])}–${formatTime(range[1])}`}</span>
      {slider('end')}
    </div>
  );
}

/** The hours after an arrow key; undefined for other keys. Shift moves the whole bar. */
function afterKey(
  { key, shiftKey }: KeyboardEvent,
  ranges: readonly Range[],
  index: number,
  edge: Edge,
): Range[] | undefined {
  const [start, end] = toMinuteRange(ranges[index]);
  const minute = edge === 'start' ? start : end;
  const { least, most } = getEdgeLimits(ranges, index, edge);
  const forward = isRightToLeft() ? -1 : 1;
  const steps = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowUp: 1,
    ArrowDown: -1,
    PageUp: 4,
    PageDown: -4,
  }[key];
  if (steps !== undefined) {
    return shiftKey
      ? moveBar(ranges, index, stepMinute(start, steps))
      : moveEdge(ranges, index, edge, stepMinute(minute, steps));
  }
  if (key === 'Home') return moveEdge(ranges, index, edge, least);
  return key === 'End' ? moveEdge(ranges, index, edge, most) : undefined;
}

const edgeId = (day: Weekday, index: number, edge: Edge): string => `bar-${day}-${index}-${edge}`;

/** After the change is on the screen. */
function focusEdge(day: Weekday, index: number, edge: Edge): void {
  requestAnimationFrame(() => document.getElementById(edgeId(day, index, edge))?.focus());
}

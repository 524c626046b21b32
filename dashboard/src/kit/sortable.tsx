import { interpolate } from '@daybook/booking/locale';
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { words } from '../platform/words/words.ts';
import { Icon } from './icon.tsx';
import { computeShift, findLimits, findPlace, type Extent } from './sortable.rules.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

/** A list whose items are reordered by pointer, finger and keys: docs/decisions/0188-one-sortable-list.md. */

interface SortableItem {
  readonly id: string;
  /** As it is announced. */
  readonly name: string;
  /** Items move only among neighbors of their group. */
  readonly group?: string;
}

interface SortableOptions {
  readonly items: readonly SortableItem[];
  readonly onMove: (from: number, to: number) => void;
  /** Whether items stand side by side. */
  readonly isRow?: boolean;
  readonly isOff?: boolean;
}

interface Lift {
  readonly from: number;
  readonly to: number;
  readonly extents: readonly Extent[];
  /** How far the pointer is from where it began; undefined by keys. */
  readonly by?: number;
}

export type Sortable = ReturnType<typeof useSortable>;

export function useSortable({ items, onMove, isRow = false, isOff = false }: SortableOptions) {
  const list = useRef<HTMLElement>(undefined);
  const [lift, setShown] = useState<Lift>();
  // What a pointer does last may not be rendered yet when it lets go.
  const latest = useRef<Lift>(undefined);
  const setLift = (next: Lift | undefined): void => {
    latest.current = next;
    setShown(next);
  };
  const [message, setMessage] = useState('');
  const limitsOf = (index: number) =>
    findLimits(
      items.map(({ group = '' }) => group),
      index,
    );
  const say = (sentence: string, at: number, to: number): void => {
    const { first, last } = limitsOf(at);
    const about = { name: items[at]?.name ?? '', n: to - first + 1, total: last - first + 1 };
    setMessage(interpolate(sentence, about));
  };
  const begin = (from: number): Lift => ({ from, to: from, extents: measure(list.current, items, isRow) });
  const drop = ({ from, to }: Lift): void => {
    setLift(undefined);
    say(words.direct.dropped, from, to);
    if (from !== to) onMove(from, to);
  };
  const cancel = (): void => {
    if (lift) say(words.direct.returned, lift.from, lift.from);
    setLift(undefined);
  };
  const step = (by: number): void => {
    if (!lift) return;
    const { first, last } = limitsOf(lift.from);
    const to = Math.min(last, Math.max(first, lift.to + by));
    setLift({ ...lift, to });
    say(words.direct.at, lift.from, to);
  };
  const toggle = (index: number): void => {
    if (lift) return drop(lift);
    setLift(begin(index));
    say(words.direct.lifted, index, index);
  };
  const { getHandlers } = usePointerDrag<number>({
    onStart: (index) => setLift(begin(index)),
    onMove: (index, { dx, dy }) => {
      const { current } = latest;
      if (!current) return;
      const by = isRow ? dx * forward() : dy;
      setLift({ ...current, by, to: findPlace(current.extents, index, by, limitsOf(index)) });
    },
    onDrop: () => latest.current && drop(latest.current),
    onCancel: cancel,
  });
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const by = stepOf(event.key, isRow);
    if (lift && event.key === 'Escape') cancel();
    else if (lift && by !== undefined) step(by);
    else if (event.altKey && by !== undefined && !lift) shift(index, by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** At once, with Alt and an arrow. */
  const shift = (from: number, by: number): void => {
    const { first, last } = limitsOf(from);
    const to = from + by;
    if (to < first || to > last) return say(words.direct.at, from, from);
    say(words.direct.dropped, from, to);
    onMove(from, to);
  };
  return {
    /** For the element around the items. */
    setList: (element: HTMLElement | null): void => {
      list.current = element ?? undefined;
    },
    items,
    lift,
    isOff,
    toggle,
    step,
    cancel,
    /** For each item: where it stands, and what moves it. */
    getItem: (index: number, hasHandle = false) => ({
      'data-sort': items[index]?.id,
      'data-lifted': lift?.from === index || undefined,
      style: lift && { ...styleOf(lift, index, isRow) },
      ...(!isOff && { onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index) }),
      ...(!isOff && !hasHandle && getHandlers(index)),
    }),
    getHandlers,
    onKeyDown,
    /** Stands in the list, so that it is also read in a dialog. */
    status: (
      <span className="hidden" role="status">
        {message}
      </span>
    ),
  };
}

function measure(list: HTMLElement | undefined, items: readonly SortableItem[], isRow: boolean): Extent[] {
  const elements = new Map(
    [...(list?.querySelectorAll<HTMLElement>('[data-sort]') ?? [])].map((each) => [
      each.dataset['sort'],
      each,
    ]),
  );
  return items.map(({ id }) => {
    const { top, bottom, left, right } = elements.get(id)?.getBoundingClientRect() ?? new DOMRect();
    if (!isRow) return { start: top, end: bottom };
    return forward() === 1 ? { start: left, end: right } : { start: -right, end: -left };
  });
}

function styleOf({ extents, from, to, by }: Lift, index: number, isRow: boolean): CSSProperties {
  const shift = index === from && by !== undefined ? by : computeShift(extents, index, from, to);
  return {
    translate: isRow ? `${shift * forward()}px 0` : `0 ${shift}px`,
    // Only while something is lifted: afterwards the list itself has the new order.
    ...(by === undefined || index !== from ? { transition: 'translate 0.15s' } : {}),
  };
}

const forward = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);

function stepOf(key: string, isRow: boolean): number | undefined {
  if (!isRow) return { ArrowUp: -1, ArrowDown: 1 }[key];
  return { ArrowLeft: -forward(), ArrowRight: forward() }[key];
}

/** A list of the server as it will be, until it was read again. */
export function useOrder<Item>(items: readonly Item[], getId: (item: Item) => string) {
  const [ids, setIds] = useState<readonly string[]>();
  const place = (item: Item): number => ids?.indexOf(getId(item)) ?? 0;
  return { shown: ids ? items.toSorted((a, b) => place(a) - place(b)) : items, setIds };
}

interface SortHandleProps {
  readonly sort: Sortable;
  readonly index: number;
}

/** Drags its item. Pressed, it lifts the item for the arrow keys, and for two buttons where nobody wants to drag. */
export function SortHandle({ sort, index }: SortHandleProps) {
  const { name = '', group } = sort.items[index] ?? {};
  const isAlone = sort.items.every((item, at) => at === index || item.group !== group);
  if (sort.isOff || isAlone) return null;
  const isLifted = sort.lift?.from === index && sort.lift.by === undefined;
  return (
    <span
      className="sort-handle"
      {...sort.getHandlers(index)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isLifted && !currentTarget.contains(relatedTarget)) sort.cancel();
      }}
    >
      <button
        type="button"
        data-handle=""
        className="btn quiet small square"
        aria-label={interpolate(words.direct.reorder, { name })}
        title={words.direct.reorderHint}
        aria-pressed={isLifted}
        onClick={() => sort.toggle(index)}
      >
        <Icon name="drag" />
      </button>
      {isLifted && (
        <>
          <button
            type="button"
            className="btn quiet small square"
            aria-label={interpolate(words.direct.up, { name })}
            onClick={() => sort.step(-1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            className="btn quiet small square"
            aria-label={interpolate(words.direct.down, { name })}
            onClick={() => sort.step(1)}
          >
            <Icon name="down" />
          </button>
        </>
      )}
    </span>
  );
}

import { useRef, useState, type PointerEvent } from 'react';
import { getMinuteAt, toMinuteRange, drawBar, moveEdge, moveBar, type Edge, type Scale } from './bars.ts';
import type { Range } from './rules.ts';

interface BarDrag {
  readonly ranges: readonly Range[];
  readonly scale: Scale;
  readonly onChange: (ranges: readonly Range[]) => void;
  /** A bar was pressed and not moved. */
  readonly onOpen: (index: number) => void;
}

type Act =
  | { readonly kind: 'edge'; readonly index: number; readonly edge: Edge }
  | { readonly kind: 'move'; readonly index: number; readonly grabbed: number }
  | { readonly kind: 'draw'; readonly from: number };

/** Bars under a pointer: an edge is pulled, a bar is moved, and on the empty track a new one is drawn. */
export function useBarDrag({ ranges, scale, onChange, onOpen }: BarDrag) {
  const act = useRef<Act>(undefined);
  const [dragged, setDragged] = useState<readonly Range[]>();
  const end = (): void => {
    act.current = undefined;
    setDragged(undefined);
  };
  const track = {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const target = event.target as HTMLElement;
      if (event.button !== 0 || target.closest('.bar-pop')) return;
      const bar = target.closest<HTMLElement>('[data-index]') ?? barBeside(event);
      const index = Number(bar?.dataset['index'] ?? -1);
      const edge = bar ? edgeUnder(event, bar) : undefined;
      const at = minuteUnder(event, scale);
      // A finger that starts beside a bar scrolls the page.
      if (index === -1 && event.pointerType === 'touch') return;
      if (index === -1) act.current = { kind: 'draw', from: at };
      else if (edge) act.current = { kind: 'edge', index, edge };
      else act.current = { kind: 'move', index, grabbed: at - toMinuteRange(ranges[index])[0] };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (act.current) setDragged(afterMove(act.current, ranges, minuteUnder(event, scale)));
    },
    onPointerUp: (): void => {
      const done = act.current;
      if (!done) return;
      const isSame = !dragged || JSON.stringify(dragged) === JSON.stringify(ranges);
      if (dragged && !isSame) onChange(dragged);
      else if (done.kind !== 'draw') onOpen(done.index);
      end();
    },
    onPointerCancel: end,
  };
  return { shown: dragged ?? ranges, isDragged: dragged !== undefined, track };
}

function afterMove(act: Act, ranges: readonly Range[], at: number): readonly Range[] {
  if (act.kind === 'edge') return moveEdge(ranges, act.index, act.edge, at);
  if (act.kind === 'move') return moveBar(ranges, act.index, at - act.grabbed);
  return drawBar(ranges, act.from, at)?.ranges ?? ranges;
}

/** An edge is grabbed from a little outside of its bar, too. */
function barBeside({ clientX, currentTarget }: PointerEvent<HTMLElement>): HTMLElement | undefined {
  const reach = 6;
  const bars = [...currentTarget.querySelectorAll<HTMLElement>('[data-index]')];
  return bars.find((bar) => {
    const { left, right } = bar.getBoundingClientRect();
    return left - reach <= clientX && clientX <= right + reach;
  });
}

/** At most this far from its end, a bar is pulled by it. */
const edgePixels = { mouse: 12, pen: 16, touch: 22 };

/** A short bar has more middle than ends. */
function edgeUnder({ clientX, pointerType }: PointerEvent, bar: HTMLElement): Edge | undefined {
  const { left, right, width } = bar.getBoundingClientRect();
  const reach = Math.min(edgePixels[pointerType as keyof typeof edgePixels] ?? 12, width / 3);
  const [first, last]: Edge[] = isRightToLeft() ? ['end', 'start'] : ['start', 'end'];
  if (clientX - left < reach) return first;
  return right - clientX < reach ? last : undefined;
}

function minuteUnder({ currentTarget, clientX }: PointerEvent<HTMLElement>, scale: Scale): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const share = (clientX - left) / width;
  return getMinuteAt(scale, isRightToLeft() ? 1 - share : share);
}

export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl';
}

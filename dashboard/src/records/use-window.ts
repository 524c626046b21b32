import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The rows that a scrolled element shows. Rows have one height, so that it is known without measuring any. */

/** Two thresholds: with one, rows at that speed would change to and fro. */
const fliesFrom = 15;
const fliesUntil = 3;
/** Without a scroll event for this long, it stands still. */
const restMs = 60;
const overscan = 6;
/** The window moves in steps, so that reading on does not render at every row. */
const step = 4;

export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
  /** Too quick to be read: rows need no content. */
  readonly isFlying: boolean;
}

export interface Scroller extends RowWindow {
  readonly onScroll: () => void;
  /** Scrolls as little as it takes to show a row whole. */
  readonly reveal: (row: number) => void;
  readonly rowsInView: number;
}

export function useWindow(
  element: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headHeight: number,
): Scroller {
  const [view, setView] = useState({ row: 0, rows: 30, isFlying: false });
  const last = useRef({ row: 0, isFlying: false, timer: 0 });
  const show = useCallback((row: number, isFlying: boolean, rows?: number): void => {
    const stepped = Math.floor(row / step) * step;
    setView((old) => {
      const next = { row: stepped, rows: rows ?? old.rows, isFlying };
      const isSame = next.row === old.row && next.rows === old.rows && next.isFlying === old.isFlying;
      return isSame ? old : next;
    });
  }, []);
  const onScroll = useCallback((): void => {
    const row = Math.floor((element.current?.scrollTop ?? 0) / rowHeight);
    const speed = Math.abs(row - last.current.row);
    const isFlying = last.current.isFlying ? speed >= fliesUntil : speed > fliesFrom;
    clearTimeout(last.current.timer);
    const timer = isFlying
      ? window.setTimeout(() => {
          last.current.isFlying = false;
          show(last.current.row, false);
        }, restMs)
      : 0;
    last.current = { row, isFlying, timer };
    show(row, isFlying);
  }, [element, rowHeight, show]);
  useLayoutEffect(() => {
    const found = element.current;
    if (!found) return undefined;
    const measure = (): void => {
      const rows = Math.ceil((found.clientHeight - headHeight) / rowHeight) + 1;
      show(Math.floor(found.scrollTop / rowHeight), false, Math.max(1, rows));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(found);
    return () => observer.disconnect();
  }, [element, rowHeight, headHeight, show]);
  const reveal = useCallback(
    (row: number): void => {
      const found = element.current;
      if (!found) return;
      const top = row * rowHeight;
      const room = found.clientHeight - headHeight - rowHeight;
      if (top < found.scrollTop) found.scrollTop = top;
      else if (top > found.scrollTop + room) found.scrollTop = top - room;
    },
    [element, rowHeight, headHeight],
  );
  return {
    first: Math.max(0, Math.min(view.row - overscan, count)),
    last: Math.min(count, view.row + view.rows + step + overscan),
    isFlying: view.isFlying,
    rowsInView: Math.max(1, view.rows - 2),
    onScroll,
    reveal,
  };
}

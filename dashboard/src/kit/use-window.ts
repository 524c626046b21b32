import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The rows that a scrolled element shows. Rows have one height, so that it is known without measuring any. */

/** Two thresholds: with one, rows at that speed would change to and fro. */
const fliesFrom = 15;
const fliesUntil = 3;
/** After so many frames without a scroll event, it stands still. In frames, since those of a busy machine take longer. */
const restFrames = 3;
const overscan = 4;
/** The window moves in steps, so that reading on does not render at every row. */
const step = 16;

export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
  /** Too quick to be read: the rows stay where they were, and the style shows grey bars in their place. */
  readonly isFlying: boolean;
}

export interface Scroller extends RowWindow {
  readonly onScroll: () => void;
  /** Scrolls as little as it takes to show a row whole. */
  readonly reveal: (row: number) => void;
  readonly rowsInView: number;
  /** How many rows are rendered at most. */
  readonly size: number;
}

export function useWindow(
  element: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headHeight: number,
): Scroller {
  const [view, setView] = useState({ row: 0, rows: 30, isFlying: false });
  const last = useRef({ row: 0, shown: 0, still: 0, isFlying: false });
  // While it flies nothing is rendered, so that scrolling costs no script.
  const show = useCallback((row: number, isFlying: boolean, rows?: number): void => {
    const stepped = Math.floor(row / step) * step;
    setView((old) => {
      const next = { row: stepped, rows: rows ?? old.rows, isFlying };
      const isSame = next.row === old.row && next.rows === old.rows && next.isFlying === old.isFlying;
      return isSame ? old : next;
    });
  }, []);
  const onScroll = useCallback((): void => {
    const now = last.current;
    const row = Math.floor((element.current?.scrollTop ?? 0) / rowHeight);
    const speed = Math.abs(row - now.row);
    const isFlying = now.isFlying ? speed >= fliesUntil : speed > fliesFrom;
    const hasTakenOff = isFlying && !now.isFlying;
    Object.assign(now, { row, isFlying, still: 0 });
    if (!isFlying) {
      now.shown = row;
      return show(row, false);
    }
    if (!hasTakenOff) return undefined;
    const land = (): void => {
      now.still += 1;
      if (now.isFlying && now.still <= restFrames) return void requestAnimationFrame(land);
      Object.assign(now, { isFlying: false, shown: now.row });
      return show(now.row, false);
    };
    requestAnimationFrame(land);
    return show(now.shown, true);
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
    size: view.rows + step + 2 * overscan,
    onScroll,
    reveal,
  };
}

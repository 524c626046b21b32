import { useCallback, useEffect, useRef, useState } from 'react';

interface Window {
  readonly first: number;
  readonly last: number;
  /** It flies by: nobody reads, so nothing is asked for. */
  readonly isFast: boolean;
}

const overscan = 6;
const fastRows = 15;
const slowRows = 3;

/** Which rows of a long list with rows of one height are on the screen. */
export function useWindow(rowPixels: number) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState<Window>({ first: 0, last: 30, isFast: false });
  const before = useRef({ top: 0, isFast: false });
  const read = useCallback((): void => {
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    const moved = Math.abs(scrollTop - before.current.top) / rowPixels;
    // Two thresholds, or rows would flip to and fro at one.
    const isFast = before.current.isFast ? moved > slowRows : moved > fastRows;
    before.current = { top: scrollTop, isFast };
    const next = {
      first: Math.max(0, Math.floor(scrollTop / rowPixels) - overscan),
      last: Math.ceil((scrollTop + clientHeight) / rowPixels) + overscan,
      isFast,
    };
    setShown((old) =>
      old.first === next.first && old.last === next.last && old.isFast === next.isFast ? old : next,
    );
  }, [element, rowPixels]);
  useEffect(() => {
    if (!element) return undefined;
    let frame = 0;
    const schedule = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        read();
        // The last frame of a flight: what stands still is read.
        if (before.current.isFast) frame = requestAnimationFrame(() => setTimeout(read, 40));
      });
    };
    const resized = new ResizeObserver(schedule);
    resized.observe(element);
    element.addEventListener('scroll', schedule, { passive: true });
    read();
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', schedule);
      cancelAnimationFrame(frame);
    };
  }, [element, read]);
  const scrollTo = (index: number): void => {
    if (!element) return;
    const top = index * rowPixels;
    const isAbove = top < element.scrollTop;
    const isBelow = top + rowPixels > element.scrollTop + element.clientHeight;
    if (isAbove) element.scrollTop = top;
    else if (isBelow) element.scrollTop = top + rowPixels - element.clientHeight;
  };
  return { ref: setElement, shown, scrollTo };
}

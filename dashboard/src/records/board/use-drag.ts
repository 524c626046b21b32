import { useEffect, useRef, useState, type PointerEvent } from 'react';

/** Drags an element by pointer: at once by its handle or with a mouse, after a long press with a finger, which otherwise scrolls. */

const mouseSlackPx = 5;
const fingerSlackPx = 8;
const longPressMs = 350;

interface Drag {
  readonly id: string;
  /** The `data-lane` under the pointer. */
  readonly lane: string | undefined;
}

interface Press {
  readonly id: string;
  readonly card: HTMLElement;
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  isDragging: boolean;
  timer: number;
}

export function useDrag(onDrop: (id: string, lane: string) => void) {
  const press = useRef<Press | undefined>(undefined);
  const [drag, setDrag] = useState<Drag>();
  const begin = (): void => {
    const { current } = press;
    if (!current) return;
    current.isDragging = true;
    current.card.setPointerCapture(current.pointerId);
    current.card.classList.add('is-dragged');
    setDrag({ id: current.id, lane: undefined });
  };
  const end = (): void => {
    const { current } = press;
    if (!current) return;
    clearTimeout(current.timer);
    current.card.classList.remove('is-dragged');
    current.card.style.transform = '';
    press.current = undefined;
    setDrag(undefined);
  };
  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return undefined;
    const stop = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') end();
    };
    // A finger that drags must not scroll as well.
    const hold = (event: TouchEvent): void => event.preventDefault();
    addEventListener('keydown', stop);
    addEventListener('touchmove', hold, { passive: false });
    return () => {
      removeEventListener('keydown', stop);
      removeEventListener('touchmove', hold);
    };
  }, [isDragging]);
  const laneAt = (x: number, y: number): string | undefined =>
    document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]')?.dataset['lane'];
  const handlers = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const target = event.target as HTMLElement;
      const isHandle = target.closest('[data-handle]') !== null;
      if (event.button !== 0 || (!isHandle && target.closest('button'))) return;
      press.current = {
        id,
        card: event.currentTarget,
        pointerId: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        isDragging: false,
        timer: 0,
      };
      if (isHandle) begin();
      else if (event.pointerType === 'touch') press.current.timer = window.setTimeout(begin, longPressMs);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const { current } = press;
      if (!current || current.pointerId !== event.pointerId) return;
      const [dx, dy] = [event.clientX - current.x, event.clientY - current.y];
      const distance = Math.hypot(dx, dy);
      if (!current.isDragging) {
        if (event.pointerType === 'touch') {
          if (distance > fingerSlackPx) end();
        } else if (distance > mouseSlackPx) begin();
        return;
      }
      current.card.style.transform = `translate(${dx}px, ${dy}px)`;
      const lane = laneAt(event.clientX, event.clientY);
      setDrag((old) => (old?.lane === lane ? old : { id, lane }));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const wasDragging = press.current?.isDragging ?? false;
      const lane = wasDragging ? laneAt(event.clientX, event.clientY) : undefined;
      end();
      if (lane !== undefined) onDrop(id, lane);
    },
    onPointerCancel: end,
    /** What was dragged is not clicked. */
    onDragStart: (event: { preventDefault: () => void }): void => event.preventDefault(),
  });
  return { drag, handlers };
}

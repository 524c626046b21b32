import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

const mouseSlackPx = 5;
const fingerSlackPx = 8;
const longPressMs = 350;
/** Controls are used instead of dragged, unless they say otherwise. */
const controls = 'button:not([data-drag]), input, select, textarea';

/** Where the pointer is in the window, and how far from where it was pressed. */
export interface DragPoint {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  /** What the handlers are on. */
  readonly element: HTMLElement;
}

interface DragActions<Item> {
  readonly onStart: (item: Item, point: DragPoint) => void;
  readonly onMove: (item: Item, point: DragPoint) => void;
  readonly onDrop: (item: Item, point: DragPoint) => void;
  readonly onCancel: () => void;
  /** Pressed and released at the same place with a mouse. */
  readonly onClick?: (item: Item, point: DragPoint) => void;
}

interface Press<Item> {
  readonly item: Item;
  readonly element: HTMLElement;
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  isDragging: boolean;
  timer: number;
}

/**
 * Drags by pointer: at once by a handle (`data-handle`), with a mouse after a few pixels, with a finger after a long press, since it
 * otherwise scrolls. Escape cancels.
 */
export function usePointerDrag<Item>(actions: DragActions<Item>) {
  const press = useRef<Press<Item> | undefined>(undefined);
  const wasDragged = useRef(false);
  const [isDragging, setIsDragging] = useState(false);
  const pointAt = ({ x, y, element }: Press<Item>, clientX: number, clientY: number): DragPoint => ({
    x: clientX,
    y: clientY,
    dx: clientX - x,
    dy: clientY - y,
    element,
  });
  const begin = (): void => {
    const { current } = press;
    if (!current) return;
    current.isDragging = true;
    current.element.setPointerCapture(current.pointerId);
    setIsDragging(true);
    actions.onStart(current.item, pointAt(current, current.x, current.y));
  };
  const end = (): void => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
    setIsDragging(false);
  };
  const cancel = (): void => {
    const isCanceled = press.current?.isDragging ?? false;
    end();
    if (isCanceled) actions.onCancel();
  };
  useEffect(() => {
    if (!isDragging) return undefined;
    const stop = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      wasDragged.current = true;
      cancel();
    };
    // A finger that drags must not scroll as well.
    const hold = (event: TouchEvent): void => event.preventDefault();
    addEventListener('keydown', stop, true);
    addEventListener('touchmove', hold, { passive: false });
    return () => {
      removeEventListener('keydown', stop, true);
      removeEventListener('touchmove', hold);
    };
  }, [isDragging]);
  const getHandlers = (item: Item) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const target = event.target as HTMLElement;
      wasDragged.current = false;
      // Menus and dialogs that it opens are inside of it for React alone.
      if (event.button !== 0 || !event.currentTarget.contains(target)) return;
      const isHandle = target.closest('[data-handle]') !== null;
      if (!isHandle && target.closest(controls)) return;
      press.current = {
        item,
        element: event.currentTarget,
        pointerId: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        isDragging: false,
        timer: 0,
      };
      if (event.pointerType === 'touch' && !isHandle)
        press.current.timer = window.setTimeout(begin, longPressMs);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const { current } = press;
      if (!current || current.pointerId !== event.pointerId) return;
      const point = pointAt(current, event.clientX, event.clientY);
      const distance = Math.hypot(point.dx, point.dy);
      if (!current.isDragging) {
        const isFinger = event.pointerType === 'touch' && current.timer !== 0;
        if (isFinger && distance > fingerSlackPx) return end();
        if (isFinger || distance <= mouseSlackPx) return;
        begin();
      }
      actions.onMove(current.item, point);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const { current } = press;
      if (!current) return;
      const point = pointAt(current, event.clientX, event.clientY);
      wasDragged.current = current.isDragging;
      end();
      if (current.isDragging) actions.onDrop(current.item, point);
      else if (event.pointerType !== 'touch') actions.onClick?.(current.item, point);
    },
    onPointerCancel: cancel,
    onDragStart: (event: { preventDefault: () => void }): void => event.preventDefault(),
    /** A long press opens no menu of the browser. */
    onContextMenu: (event: MouseEvent): void => {
      if (press.current?.isDragging) event.preventDefault();
    },
    /** What was dragged is not clicked. */
    onClickCapture: (event: MouseEvent): void => {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });
  return { isDragging, getHandlers };
}

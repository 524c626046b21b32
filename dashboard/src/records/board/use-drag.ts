import { useState } from 'react';
import { usePointerDrag, type DragPoint } from '../../kit/use-pointer-drag.ts';

interface Drag {
  readonly id: string;
  /** The `data-lane` under the pointer. */
  readonly lane: string | undefined;
}

/** Drags cards from lane to lane. */
export function useDrag(onDrop: (id: string, lane: string) => void) {
  const [drag, setDrag] = useState<Drag>();
  const [card, setCard] = useState<HTMLElement>();
  const end = (): void => {
    card?.classList.remove('is-dragged');
    if (card) card.style.transform = '';
    setDrag(undefined);
  };
  const { getHandlers } = usePointerDrag<string>({
    onStart: (id, { element }) => {
      element.classList.add('is-dragged');
      setCard(element);
      setDrag({ id, lane: undefined });
    },
    onMove: (id, { dx, dy, element, ...point }) => {
      element.style.transform = `translate(${dx}px, ${dy}px)`;
      const lane = findLane(point);
      setDrag((old) => (old?.lane === lane ? old : { id, lane }));
    },
    onDrop: (id, point) => {
      const lane = findLane(point);
      end();
      if (lane !== undefined) onDrop(id, lane);
    },
    onCancel: end,
  });
  return { drag, handlers: getHandlers };
}

function findLane({ x, y }: Pick<DragPoint, 'x' | 'y'>): string | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]')?.dataset['lane'];
}

import { interpolate } from '@daybook/booking/locale';
import { useMutation } from '@tanstack/react-query';
import { memo, useRef, type PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../../kit/icon.tsx';
import { moveTo } from '../../kit/sortable.rules.ts';
import { useSortable } from '../../kit/sortable.tsx';
import { words } from '../../platform/words/words.ts';
import { listIds } from '../data.ts';
import { formatGridColumns, sumWidths } from './columns.ts';
import type { GridColumn } from './row.tsx';
import { isNumeric, isSortable, type CrmObject, type Listing } from '../rules.ts';
import { clampWidth } from '../search.rules.ts';
import type { Selection } from '../../kit/selection.ts';
import { typeIcons } from '../value.tsx';

interface HeadProps extends SelectAllProps {
  readonly columns: readonly GridColumn[];
  readonly onSort: (key: string) => void;
  readonly onResize: (key: string, width: number) => void;
  /** The first column, which names the record, stays. */
  readonly onOrder: (keys: string[]) => void;
}

/** Names the columns, by which they are sorted; they are dragged to another place, and by their edges to make them wider. */
export const Head = memo(function Head({ columns, onSort, onResize, onOrder, ...list }: HeadProps) {
  const { sort } = list.listing;
  const places = useSortable({
    items: columns.map(({ attribute: { key, label } }, index) => ({
      id: key,
      name: label,
      group: index === 0 ? 'first' : 'others',
    })),
    isRow: true,
    onMove: (from, to) =>
      onOrder(
        moveTo(
          columns.map(({ attribute }) => attribute.key),
          from,
          to,
        ),
      ),
  });
  return (
    <div role="row" aria-rowindex={1} className="g head" ref={places.setList}>
      <span role="columnheader" aria-colindex={1}>
        <SelectAll {...list} />
      </span>
      {columns.map(({ attribute, width }, index) => {
        const { key, label } = attribute;
        const resize = (to: number): void => onResize(key, clampWidth(to));
        const order = sort[0] === key ? 'ascending' : sort[0] === `-${key}` ? 'descending' : undefined;
        const content = (
          <>
            <Icon name={typeIcons[attribute.type]} />
            <span className="cut">{label}</span>
            {order && <Icon name={order === 'ascending' ? 'up' : 'down'} />}
          </>
        );
        return (
          <span
            key={key}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={order}
            className={isNumeric(attribute) ? 'num' : undefined}
            title={`${words.records.resizeHint}. ${words.direct.columnHint}`}
            {...places.getItem(index)}
            onKeyDown={(event) => {
              if (event.altKey) return places.onKeyDown(event, index);
              const by = keySteps[event.key];
              if (!event.shiftKey || by === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              resize(width + by * forward());
            }}
          >
            {isSortable(attribute) ? (
              <button type="button" data-drag="" onClick={() => onSort(key)}>
                {content}
              </button>
            ) : (
              content
            )}
            <Grip
              width={width}
              onDraw={(element, to) => preview(element, columns, index, clampWidth(to))}
              onResize={resize}
            />
          </span>
        );
      })}
      {/* A row has cells and nothing else. */}
      {createPortal(places.status, document.getElementById('content') ?? document.body)}
    </div>
  );
});

const keySteps: Readonly<Record<string, number>> = { ArrowRight: 16, ArrowLeft: -16 };
const forward = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);

/** Straight to the style: to render every row while a pointer moves would be too slow. */
function preview(element: HTMLElement, columns: readonly GridColumn[], index: number, width: number): void {
  const drawn = columns.map((column, at) => (at === index ? { ...column, width } : column));
  const grid = element.closest<HTMLElement>('[role="grid"]');
  grid?.style.setProperty('--cols', formatGridColumns(drawn));
  grid?.style.setProperty('--width', `${sumWidths(drawn)}px`);
}

interface GripProps {
  readonly width: number;
  readonly onDraw: (element: HTMLElement, width: number) => void;
  readonly onResize: (width: number) => void;
}

/** The edge of a column. By keys, Shift and an arrow do the same at its name. */
function Grip({ width, onDraw, onResize }: GripProps) {
  const begun = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const widthAt = ({ clientX }: PointerEvent): number =>
    begun.current ? begun.current.width + (clientX - begun.current.x) * forward() : width;
  const end = (event: PointerEvent): void => {
    if (!begun.current) return;
    const to = widthAt(event);
    const isMoved = event.clientX !== begun.current.x;
    begun.current = undefined;
    if (isMoved) onResize(to);
  };
  return (
    <span
      className="grip"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        // The last column is as wide as there is room.
        begun.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? width };
      }}
      onPointerMove={(event) => begun.current && onDraw(event.currentTarget, widthAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

interface SelectAllProps {
  readonly object: CrmObject;
  readonly listing: Listing;
  readonly selection: Selection;
  readonly total: number;
}

const maxSelected = 2000;

/** All records of the list, also those that are not on the screen. */
function SelectAll({ object, listing, selection, total }: SelectAllProps) {
  const select = useMutation({
    mutationFn: () => listIds(object, listing),
    onSuccess: selection.set,
  });
  const isAll = total > 0 && selection.ids.size >= total;
  const whyNot =
    total > maxSelected ? interpolate(words.records.tooManyToSelect, { n: maxSelected }) : undefined;
  return (
    <input
      type="checkbox"
      aria-label={words.records.selectAll}
      title={whyNot ?? words.records.selectAll}
      checked={isAll}
      disabled={total === 0 || whyNot !== undefined || select.isPending}
      onChange={() => (isAll ? selection.clear() : select.mutate())}
    />
  );
}

import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Empty, Problem } from '../../kit/states.tsx';
import { undoLast } from '../../kit/toasts.tsx';
import { useWindow } from '../../kit/use-window.ts';
import { getElementKey, listRenderedRows } from '../../kit/window.rules.ts';
import { useShortcut } from '../../platform/commands.ts';
import { words } from '../../platform/words/words.ts';
import { CellEditor } from './cell-editor.tsx';
import type { RowPlace } from './foot.tsx';
import { checkWidth, formatGridColumns, useColumns, sumWidths } from './columns.ts';
import { Head } from './head.tsx';
import { isTyping, movePlace, type Place } from './rules.ts';
import { isCoarse, isRtl, findPlace, scrollColumnIntoView } from './cells.ts';
import { useObjects, usePermissions, useUsers } from '../objects.ts';
import { Row } from './row.tsx';
import { isEditable, type CrmObject, type CrmRecord, type Listing } from '../rules.ts';
import { useSave } from '../save.tsx';
import type { Column } from '../search.rules.ts';
import type { Selection } from '../../kit/selection.ts';
import { useEditing } from './use-editing.ts';
import { useRows } from './use-rows.ts';

interface GridProps {
  readonly object: CrmObject;
  readonly listing: Listing;
  readonly columns: readonly Column[];
  readonly selection: Selection;
  readonly openId: string | undefined;
  readonly onSort: (key: string) => void;
  readonly onOpen: (record: CrmRecord) => void;
  readonly onResize: (key: string, width: number) => void;
  readonly onOrder: (keys: string[]) => void;
  readonly onPlace: (place: RowPlace) => void;
}

const headHeight = 36;
const rowHeight = isCoarse ? 44 : 36;

/** Any number of records, edited in place. One cell has the focus, and keeps it wherever the list is scrolled to. */
export function Grid(props: GridProps) {
  const { object, listing, selection, openId, onSort, onOpen, onResize, onOrder, onPlace } = props;
  const element = useRef<HTMLDivElement>(null);
  const objects = useObjects();
  const users = useUsers();
  const { mayWrite } = usePermissions(object);
  const { save, dialog } = useSave(object);
  const [active, setActive] = useState<Place>({ row: 0, column: 1 });
  const edit = useEditing(save);
  const { editing } = edit;
  const [count, setCount] = useState(0);
  const scroller = useWindow(element, count, rowHeight, headHeight);
  const rows = useRows(object, listing, scroller);
  const { total } = rows;
  if (total !== undefined && total !== count) setCount(total);
  const columns = useColumns(object, objects, props.columns);
  const list = JSON.stringify([object.slug, listing.q, listing.filter, listing.sort]);
  useBeginAgain(list, element, () => {
    setActive({ row: 0, column: 1 });
    edit.end();
  });
  const isFocused = useRef(false);
  const cellAt = ({ row, column }: Place): HTMLElement | null =>
    element.current?.querySelector(`[data-row="${row}"] > [data-column="${column}"]`) ?? null;
  useLayoutEffect(() => {
    const now = document.activeElement;
    const isElsewhere = now !== document.body && !now?.closest('[data-column]');
    if (!isFocused.current || editing || isElsewhere) return;
    const cell = cellAt(active);
    if (cell !== now) cell?.focus({ preventScroll: true });
  });
  useLayoutEffect(
    () => onPlace({ row: total ? active.row : undefined, total: total ?? 0 }),
    [active.row, total, onPlace],
  );
  const go = (place: Place): void => {
    isFocused.current = true;
    setActive(place);
    scroller.reveal(place.row);
    // To measure cells costs more than all else that a key does.
    if (place.column !== active.column) {
      scrollColumnIntoView(element.current, cellAt(place), checkWidth + (columns[0]?.width ?? 0));
    }
  };
  const step = (by: 1 | -1): void => {
    const seen = listRenderedRows(scroller.first, scroller.last, active.row, count);
    const from = seen.find((row) => openId !== undefined && rows.at(row)?.id === openId) ?? active.row;
    const row = Math.min(count - 1, Math.max(0, from + by));
    const record = rows.at(row);
    if (openId === undefined || !record) return go({ ...active, row });
    setActive({ ...active, row });
    scroller.reveal(row);
    return onOpen(record);
  };
  useShortcut('j', words.lists.next, () => step(1));
  useShortcut('k', words.lists.previous, () => step(-1));
  const begin = (place: Place, typed?: string): void => {
    const column = columns[place.column - 1];
    const record = rows.at(place.row);
    if (!column || !record) return;
    const { attribute } = column;
    if (!isEditable(object, attribute) || !mayWrite) {
      if (typed === undefined) onOpen(record);
      return;
    }
    if (attribute.type === 'checkbox') {
      void save(record, attribute, record.values[attribute.key] !== true);
      return;
    }
    edit.begin({ record, column, place, ...(typed !== undefined && { typed }) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = findPlace(event.target) ?? active;
    const isWithControl = event.ctrlKey || event.metaKey;
    const extent = { rows: count, columns: columns.length + 1, page: scroller.rowsInView };
    const to = movePlace(place, { key: event.key, isWithControl }, extent, isRtl());
    const record = rows.at(place.row);
    if (to) go(to);
    else if (event.key === 'Enter') begin(place);
    else if (event.key === ' ' && record) {
      if (event.shiftKey || place.column === 0) selection.toggle(record.id);
      else onOpen(record);
    } else if (event.key === 'z' && isWithControl) undoLast();
    else if (event.key === 'Delete' || event.key === 'Backspace') begin(place, '');
    else if (isTyping(event)) begin(place, event.key);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const place = findPlace(event.target);
    const record = place && rows.at(place.row);
    if (!place || !record) return;
    isFocused.current = true;
    setActive(place);
    const link = (event.target as HTMLElement).closest('a');
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      onOpen(record);
    } else if (place.column === 0) selection.toggle(record.id);
    else if (place.row === active.row && place.column === active.column && !link) begin(place);
  };
  const shown = listRenderedRows(scroller.first, scroller.last, active.row, count);
  const edited = editing && {
    ...editing,
    row: shown.find((row) => rows.at(row)?.id === editing.record.id) ?? editing.place.row,
  };
  const editedCell = edited && cellAt({ row: edited.row, column: edited.place.column });
  const close = (): void => {
    isFocused.current = true;
    edit.end();
  };
  if (rows.error && total === undefined) return <Problem error={rows.error} onRetry={rows.retry} />;
  const isEmpty = total === 0;
  // While a cell is edited, its editor is the stop of the Tab key.
  const stop = editedCell ? Number.POSITIVE_INFINITY : active.column;
  return (
    <>
      <div
        ref={element}
        role="grid"
        aria-label={object.pluralName}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-busy={total === undefined}
        className={`grid${scroller.isFlying ? ' is-flying' : ''}`}
        style={
          { '--cols': formatGridColumns(columns), '--width': `${sumWidths(columns)}px` } as Record<
            string,
            string
          >
        }
        onScroll={(event) => {
          // Columns stay in place only once they would leave it: hundreds of sticky cells slow down scrolling.
          event.currentTarget.toggleAttribute('data-shifted', event.currentTarget.scrollLeft !== 0);
          scroller.onScroll();
        }}
        onKeyDown={editedCell ? undefined : onKeyDown}
        onClick={onClick}
        onFocus={(event) => {
          isFocused.current = event.target.closest('[data-column]') !== null;
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) isFocused.current = false;
        }}
      >
        <Head
          columns={columns}
          object={object}
          listing={listing}
          selection={selection}
          total={count}
          onSort={onSort}
          onResize={onResize}
          onOrder={onOrder}
        />
        <div role="rowgroup" className="rows" style={{ height: `${count * rowHeight}px` }}>
          {shown.map((row) => {
            const record = rows.at(row);
            return (
              <Row
                key={getElementKey(row, active.row, scroller.size)}
                object={object}
                columns={columns}
                users={users}
                index={row}
                top={row * rowHeight}
                record={record}
                activeColumn={row === active.row ? stop : -1}
                isSelected={record !== undefined && selection.ids.has(record.id)}
                isOpen={record !== undefined && record.id === openId}
              />
            );
          })}
          {edited && editedCell && (
            <CellEditor
              key={`${edited.record.id} ${edited.place.column} ${edited.refusal ?? ''}`}
              cell={editedCell}
              top={edited.row * rowHeight}
              column={edited.column}
              record={edited.record}
              typed={edited.typed}
              refusal={edited.refusal}
              onCommit={(value, text) => edit.commit(edited, value, text)}
              onClose={close}
            />
          )}
        </div>
      </div>
      {isEmpty && (
        <Empty
          icon="person"
          title={listing.q || listing.filter.length > 0 ? words.records.noneFound : words.records.none}
          hint={listing.q || listing.filter.length > 0 ? words.records.noneFoundHint : words.records.noneHint}
        />
      )}
      {dialog}
    </>
  );
}

/** Another list is shown from its beginning. */
function useBeginAgain(list: string, element: { current: HTMLElement | null }, begin: () => void): void {
  const shown = useRef(list);
  useLayoutEffect(() => {
    if (shown.current === list) return;
    shown.current = list;
    if (element.current) element.current.scrollTop = 0;
    begin();
  });
}

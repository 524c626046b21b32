import { interpolate } from '@daybook/booking/locale';
import { useCallback, useRef, useState, type MouseEvent } from 'react';
import { useCommands, useShortcut } from '../platform/commands.ts';
import { words } from '../platform/words/words.ts';
import { useSelection } from './selection.ts';
import { listChosen, listRange } from './selection.rules.ts';

/** Choosing items of a list: by their boxes, with Shift a range, with `X` the one that has the focus, with Ctrl+A all. */

export interface ListSelection {
  /** The chosen items, in the order of the list. */
  readonly ids: readonly string[];
  /** Every item of the list that is loaded. */
  readonly all: readonly string[];
  readonly pick: (id: string, isRange: boolean) => void;
  readonly set: (ids: Iterable<string>) => void;
  readonly clear: () => void;
  /** Whether the bar of what can be done is shown: something is chosen, or what was done is still reported. */
  readonly isActive: boolean;
  /** Keeps the bar although nothing is chosen any more. */
  readonly hold: (isHeld: boolean) => void;
}

export function useListSelection(all: readonly string[]): ListSelection {
  const { ids, toggle, set, clear } = useSelection();
  const [isHeld, hold] = useState(false);
  const latest = useRef({ all, ids, last: undefined as string | undefined });
  latest.current = { ...latest.current, all, ids };
  const pick = useCallback(
    (id: string, isRange: boolean): void => {
      const { last, ids: before, all: listed } = latest.current;
      if (isRange) set([...before, ...listRange(listed, last, id)]);
      else toggle(id);
      latest.current.last = id;
    },
    [set, toggle],
  );
  useShortcut('x', words.bulk.toggle, () => pickFocused(pick, false));
  useShortcut('shift+x', words.bulk.toggleRange, () => pickFocused(pick, true));
  useShortcut('mod+a', words.bulk.selectAll, () => set(all));
  const chosen = listChosen(all, ids);
  // Without a selection, Escape is for others: it closes what is open beside the list.
  useCommands(
    chosen.length > 0
      ? [
          {
            id: 'deselect',
            keys: 'Escape',
            label: words.bulk.clearSelection,
            run: clear,
            isShortcutOnly: true,
          },
        ]
      : [],
  );
  return { ids: chosen, all, pick, set, clear, isActive: chosen.length > 0 || isHeld, hold };
}

/** Picks the item whose row has the focus somewhere in it. */
function pickFocused(pick: ListSelection['pick'], isRange: boolean): void {
  const row = document.activeElement?.closest('li, tr');
  const id = row?.querySelector<HTMLElement>('[data-pick]')?.dataset['pick'];
  if (id) pick(id, isRange);
}

interface PickBoxProps {
  readonly id: string;
  readonly name: string;
  readonly isPicked: boolean;
  readonly onPick: ListSelection['pick'];
}

/** The box of an item. It comes after the item's link, and is shown before it. */
export function PickBox({ id, name, isPicked, onPick }: PickBoxProps) {
  return (
    <input
      type="checkbox"
      className="pick"
      data-pick={id}
      aria-label={interpolate(words.bulk.select, { name })}
      checked={isPicked}
      onClick={(event: MouseEvent) => onPick(id, event.shiftKey)}
      onChange={() => undefined}
    />
  );
}

interface PickCellProps extends Pick<PickBoxProps, 'id' | 'name'> {
  readonly selection: ListSelection;
}

/** The first cell of a table's row. */
export function PickCell({ id, name, selection }: PickCellProps) {
  return (
    <td className="pick-cell above">
      <PickBox id={id} name={name} isPicked={selection.ids.includes(id)} onPick={selection.pick} />
    </td>
  );
}

/** The first cell of a table's head: chooses all, or none. */
export function PickAll({ selection }: { readonly selection: ListSelection }) {
  const { ids, all, set, clear } = selection;
  const isAll = ids.length > 0 && ids.length === all.length;
  return (
    <th className="pick-cell">
      <input
        type="checkbox"
        className="pick"
        aria-label={words.bulk.selectAll}
        checked={isAll}
        ref={(element) => {
          if (element) element.indeterminate = ids.length > 0 && !isAll;
        }}
        onChange={() => (isAll ? clear() : set(all))}
      />
    </th>
  );
}

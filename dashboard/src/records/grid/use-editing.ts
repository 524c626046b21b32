import { useCallback, useRef, useState } from 'react';
import { showToast } from '../../kit/toasts.tsx';
import type { Place } from './rules.ts';
import type { GridColumn } from './row.tsx';
import type { CrmRecord } from '../rules.ts';
import type { Save } from '../save.tsx';

export interface CellEdit {
  /** As it was when the editing began. Rows may move meanwhile. */
  readonly record: CrmRecord;
  readonly column: GridColumn;
  readonly place: Place;
  readonly typed?: string;
  /** Why what was typed was not saved. */
  readonly refusal?: string;
}

/** The cell that is edited. What the server refuses is opened again as it was typed, unless another cell is edited by then. */
export function useEditing(save: Save) {
  const [editing, setEditing] = useState<CellEdit>();
  const isEditing = useRef(false);
  isEditing.current = editing !== undefined;
  const commit = useCallback(
    (edited: CellEdit, value: unknown, typed?: string): void => {
      const reopen = (refusal: string): void => {
        if (isEditing.current) showToast(refusal, { isError: true });
        else setEditing({ ...edited, typed: typed ?? '', refusal });
      };
      void save(edited.record, edited.column.attribute, value, typed === undefined ? undefined : reopen);
    },
    [save],
  );
  const end = useCallback(() => setEditing(undefined), []);
  return { editing, begin: setEditing, end, commit };
}

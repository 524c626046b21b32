import { useState } from 'react';
import { ValueEditor } from '../editor.tsx';
import type { GridColumn } from './row.tsx';
import type { CrmRecord } from '../rules.ts';

interface CellEditorProps {
  readonly cell: HTMLElement;
  readonly top: number;
  readonly column: GridColumn;
  readonly record: CrmRecord;
  readonly typed: string | undefined;
  readonly refusal: string | undefined;
  readonly onCommit: (value: unknown, text?: string) => void;
  readonly onClose: () => void;
}

/** Lies above the cell, so that the row need not know of it. */
export function CellEditor({
  cell,
  top,
  column,
  record,
  typed,
  refusal,
  onCommit,
  onClose,
}: CellEditorProps) {
  const { attribute } = column;
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const place = (element: HTMLDivElement | null): void => {
    if (!element || frame) return;
    element.style.left = `${cell.offsetLeft}px`;
    element.style.width = `${cell.offsetWidth + 1}px`;
    setFrame(element);
  };
  return (
    <div ref={place} role="row" className="cell-edit" style={{ top: `${top}px` }}>
      <div role="gridcell">
        {frame && (
          <ValueEditor
            attribute={attribute}
            value={record.values[attribute.key]}
            label={attribute.label}
            typed={typed}
            refusal={refusal}
            anchor={frame}
            onCommit={onCommit}
            onClose={onClose}
          />
        )}
      </div>
    </div>
  );
}

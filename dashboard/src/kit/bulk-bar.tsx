import { pluralize } from '@daybook/booking/locale';
import type { ReactNode } from 'react';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';

interface BulkBarProps {
  readonly count: number;
  readonly onClear: () => void;
  /** What can be done, as small buttons. */
  readonly children: ReactNode;
}

/** In the place of a list's filters, as long as something is chosen: how much, and what can be done about it. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  return (
    <div className="tools bulk" role="region" aria-label={words.bulk.label}>
      <b className="small" role="status">
        {pluralize(start.words, words.bulk.selectedCount, count)}
      </b>
      {children}
      <span className="grow" />
      <button type="button" className="btn quiet small" onClick={onClear}>
        {words.bulk.clearSelection}
      </button>
    </div>
  );
}

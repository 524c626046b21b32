import { words } from '../platform/words/words.ts';
import type { FilterField } from './filters.tsx';

/** The filters by the first and the last date of what a list shows. */
export function buildDateFields(): readonly FilterField[] {
  return [
    { id: 'from', label: words.lists.from, icon: 'events', kind: 'date' },
    { id: 'to', label: words.lists.to, icon: 'events', kind: 'date' },
  ];
}

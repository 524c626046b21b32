import { words } from '../platform/words/words.ts';
import type { FilterField } from './filters.tsx';

/** The filter by on and off, in the list's own words for them. */
export function buildStateField(on: string = words.filters.on, off: string = words.filters.off): FilterField {
  return {
    id: 'state',
    label: words.filters.state,
    icon: 'check',
    kind: 'choice',
    choices: [
      { value: 'on', label: on },
      { value: 'off', label: off },
    ],
  };
}

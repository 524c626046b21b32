import { interpolate, pluralize } from '@daybook/booking/locale';
import { useSyncExternalStore } from 'react';
import { formatNumber } from '../../platform/numbers.ts';
import { start } from '../../platform/start.ts';
import type { Store } from '../../platform/store.ts';
import { words } from '../../platform/words/words.ts';
import type { CrmObject, Listing } from '../rules.ts';
import type { Column } from '../search.rules.ts';
import { formatSum, listSummedAttributes, useSums } from '../sums.ts';

interface FootProps {
  readonly object: CrmObject;
  readonly listing: Listing;
  readonly columns: readonly Column[];
  readonly place: Store<RowPlace>;
  readonly selected: number;
}

export interface RowPlace {
  readonly row: number | undefined;
  readonly total: number;
}

/** Where one is, and what the columns add up to over the whole list. */
export function Foot({ object, listing, columns, place, selected }: FootProps) {
  const summed = listSummedAttributes(object, columns);
  const { totals } = useSums(object, listing, summed);
  return (
    <footer className="foot">
      {selected > 0 && <span>{pluralize(start.words, words.bulk.selectedCount, selected)}</span>}
      <RowOf place={place} />
      {summed.map((attribute, index) => {
        const sum = totals[index];
        if (sum === undefined) return null;
        const text = { label: attribute.label, sum: formatSum(attribute, sum) };
        return <span key={attribute.key}>{interpolate(words.records.sumOf, text)}</span>;
      })}
      <span className="grow num faint hints cut">{words.records.hints}</span>
    </footer>
  );
}

/** On its own, since it changes with every arrow key. */
function RowOf({ place }: { readonly place: Store<RowPlace> }) {
  const { row, total } = useSyncExternalStore(place.subscribe, place.get);
  return (
    <span role="status">
      {row === undefined
        ? words.records.none
        : interpolate(words.records.rowOf, { n: formatNumber(row + 1), total: formatNumber(total) })}
    </span>
  );
}

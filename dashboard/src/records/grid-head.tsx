import { interpolate } from '@daybook/booking/locale';
import { useMutation } from '@tanstack/react-query';
import { Icon } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';
import { listIds } from './data.ts';
import type { GridColumn } from './row.tsx';
import { isNumeric, isSortable, type CrmObject, type Listing } from './rules.ts';
import type { Selection } from './selection.ts';
import { typeIcons } from './value.tsx';

interface HeadProps extends SelectAllProps {
  readonly columns: readonly GridColumn[];
  readonly onSort: (key: string) => void;
}

export function Head({ columns, onSort, ...list }: HeadProps) {
  const { sort } = list.listing;
  return (
    <div role="row" aria-rowindex={1} className="g head">
      <span role="columnheader" aria-colindex={1}>
        <SelectAll {...list} />
      </span>
      {columns.map(({ attribute }, index) => {
        const { key, label } = attribute;
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
          >
            {isSortable(attribute) ? (
              <button type="button" onClick={() => onSort(key)}>
                {content}
              </button>
            ) : (
              content
            )}
          </span>
        );
      })}
    </div>
  );
}

interface SelectAllProps {
  readonly object: CrmObject;
  readonly listing: Listing;
  readonly selection: Selection;
  readonly total: number;
}

const mostSelected = 2000;

/** All records of the list, also those that are not on the screen. */
function SelectAll({ object, listing, selection, total }: SelectAllProps) {
  const select = useMutation({
    mutationFn: () => listIds(object, listing),
    onSuccess: selection.set,
  });
  const isAll = total > 0 && selection.ids.size >= total;
  const whyNot =
    total > mostSelected ? interpolate(words.records.tooManyToSelect, { n: mostSelected }) : undefined;
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

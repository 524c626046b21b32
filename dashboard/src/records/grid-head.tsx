import { Icon } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';
import type { GridColumn } from './row.tsx';
import { isNumeric, isSortable } from './rules.ts';
import { typeIcons } from './value.tsx';

interface HeadProps {
  readonly columns: readonly GridColumn[];
  readonly sort: readonly string[];
  readonly onSort: (key: string) => void;
}

export function Head({ columns, sort, onSort }: HeadProps) {
  return (
    <div role="row" aria-rowindex={1} className="g head">
      <span role="columnheader" aria-colindex={1}>
        <span className="hidden">{words.records.selected}</span>
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

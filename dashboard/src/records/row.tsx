import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { words } from '../platform/words/words.ts';
import { titleOf, type User } from './objects.ts';
import { isNumeric, type Attribute, type CrmObject, type CrmRecord } from './rules.ts';
import { Check, Mark, Value } from './value.tsx';

/** One row of the grid. It is rendered again only when something of it changes. */

export interface GridColumn {
  readonly attribute: Attribute;
  readonly width: number;
  readonly related: CrmObject | undefined;
}

interface RowProps {
  readonly object: CrmObject;
  readonly columns: readonly GridColumn[];
  readonly users: readonly User[];
  readonly index: number;
  readonly top: number;
  readonly record: CrmRecord | undefined;
  /** The column that has the focus; -1 in other rows. */
  readonly activeColumn: number;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly isFlying: boolean;
}

export const Row = memo(function Row(props: RowProps) {
  const { object, columns, users, index, top, record, activeColumn, isSelected, isOpen, isFlying } = props;
  // The active row keeps its cells, since one of them may have the focus.
  const isGhost = activeColumn < 0 && (isFlying || !record);
  const tabIndex = (column: number): 0 | -1 => (column === activeColumn ? 0 : -1);
  return (
    <div
      role="row"
      className={`g${isSelected || isOpen ? ' sel' : ''}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isGhost ? (
        <span role="gridcell">
          <span className="ghost" />
        </span>
      ) : (
        <>
          <span role="gridcell" aria-colindex={1} data-column={0} tabIndex={tabIndex(0)}>
            <span className="hidden">{words.records.selected}</span>
            <Check isOn={isSelected} />
          </span>
          {columns.map(({ attribute, related }, at) => (
            <span
              key={attribute.key}
              role="gridcell"
              aria-colindex={at + 2}
              data-column={at + 1}
              tabIndex={tabIndex(at + 1)}
              className={isNumeric(attribute) ? 'num' : undefined}
            >
              {!record ? null : attribute.key === object.primaryAttribute ? (
                <Title object={object} record={record} />
              ) : (
                <Value
                  attribute={attribute}
                  value={record.values[attribute.key]}
                  users={users}
                  related={related}
                />
              )}
            </span>
          ))}
        </>
      )}
    </div>
  );
});

function Title({ object, record }: { readonly object: CrmObject; readonly record: CrmRecord }) {
  const title = titleOf(object, record);
  return (
    <>
      <Mark name={title} isThing={object.slug !== 'people'} />
      <Link
        className="cut name"
        to="/records/$objectSlug/$recordId"
        params={{ objectSlug: object.slug, recordId: record.id }}
        tabIndex={-1}
        preload={false}
      >
        {title}
      </Link>
    </>
  );
}

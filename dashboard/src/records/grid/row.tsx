import { memo, type ReactNode } from 'react';
import { words } from '../../platform/words/words.ts';
import { getRecordTitle, type User } from '../objects.ts';
import type { Attribute, CrmObject, CrmRecord } from '../rules.ts';
import { formatValue } from '../value-text.ts';
import { Check, Mark, Value } from '../value.tsx';

/** One row of the grid. It is rendered again only when something of it changes. */

export interface GridColumn {
  readonly attribute: Attribute;
  readonly width: number;
  readonly related: CrmObject | undefined;
  /** Text alone, without an element of its own. */
  readonly isPlain: boolean;
  readonly className: string | undefined;
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
}

export const Row = memo(function Row(props: RowProps) {
  const { object, columns, users, index, top, record, activeColumn, isSelected, isOpen } = props;
  // The active row keeps its cells, since one of them may have the focus.
  const isGhost = activeColumn < 0 && !record;
  const tabIndex = (column: number): 0 | -1 => (column === activeColumn ? 0 : -1);
  return (
    <div
      role="row"
      className={`g${isSelected || isOpen ? ' sel' : ''}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      style={{ top: `${top}px` }}
    >
      {isGhost ? (
        <span role="gridcell" className="ghost-cell">
          <span className="ghost" />
        </span>
      ) : (
        <>
          <span role="gridcell" aria-colindex={1} data-column={0} tabIndex={tabIndex(0)}>
            <span className="hidden">{words.records.selected}</span>
            <Check isOn={isSelected} />
          </span>
          {columns.map((column, at) => (
            <span
              key={column.attribute.key}
              role="gridcell"
              aria-colindex={at + 2}
              data-column={at + 1}
              tabIndex={tabIndex(at + 1)}
              className={column.className}
            >
              {record && contentOf(object, record, column, users)}
            </span>
          ))}
        </>
      )}
    </div>
  );
});

/** No component of its own: with thousands of cells in a minute, each would cost more than what it shows. */
function contentOf(
  object: CrmObject,
  record: CrmRecord,
  { attribute, related, isPlain }: GridColumn,
  users: readonly User[],
): ReactNode {
  const value = record.values[attribute.key];
  if (isPlain) return formatValue(attribute, value);
  if (attribute.key === object.primaryAttribute) return <Title object={object} record={record} />;
  return <Value attribute={attribute} value={value} users={users} related={related} />;
}

/** A plain link: the grid opens it, and a link of the router costs more than all other cells together. */
function Title({ object, record }: { readonly object: CrmObject; readonly record: CrmRecord }) {
  const title = getRecordTitle(object, record);
  return (
    <>
      <Mark name={title} object={object} />
      <a className="cut name" href={`/app/records/${object.slug}/${record.id}`} tabIndex={-1}>
        {title}
      </a>
    </>
  );
}

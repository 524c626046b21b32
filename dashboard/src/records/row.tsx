import { memo } from 'react';
import { words } from '../platform/words/words.ts';
import { titleOf, type User } from './objects.ts';
import { isNumeric, type Attribute, type CrmObject, type CrmRecord } from './rules.ts';
import { valueText } from './value-text.ts';
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
              className={classOf(object, attribute)}
            >
              {record && (
                <Content object={object} record={record} column={{ attribute, related }} users={users} />
              )}
            </span>
          ))}
        </>
      )}
    </div>
  );
});

const plainTypes: readonly string[] = ['text', 'number', 'currency', 'phone_number', 'date', 'datetime'];

const isPlain = (object: CrmObject, { key, type }: Attribute): boolean =>
  plainTypes.includes(type) && key !== object.primaryAttribute;

function classOf(object: CrmObject, attribute: Attribute): string | undefined {
  const plain = isPlain(object, attribute) ? 'plain' : undefined;
  return isNumeric(attribute) ? `num ${plain ?? ''}` : plain;
}

interface ContentProps {
  readonly object: CrmObject;
  readonly record: CrmRecord;
  readonly column: Omit<GridColumn, 'width'>;
  readonly users: readonly User[];
}

function Content({ object, record, column: { attribute, related }, users }: ContentProps) {
  const value = record.values[attribute.key];
  if (isPlain(object, attribute)) return valueText(attribute, value);
  if (attribute.key === object.primaryAttribute) return <Title object={object} record={record} />;
  return <Value attribute={attribute} value={value} users={users} related={related} />;
}

/** A plain link: the grid opens it, and a link of the router costs more than all other cells together. */
function Title({ object, record }: { readonly object: CrmObject; readonly record: CrmRecord }) {
  const title = titleOf(object, record);
  return (
    <>
      <Mark name={title} isThing={object.slug !== 'people'} />
      <a className="cut name" href={`/app/records/${object.slug}/${record.id}`} tabIndex={-1}>
        {title}
      </a>
    </>
  );
}

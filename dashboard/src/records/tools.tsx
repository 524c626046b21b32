import { interpolate } from '@daybook/booking/locale';
import { Icon } from '../kit/icon.tsx';
import { PickerButton } from '../kit/picker.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { words } from '../platform/words/words.ts';
import { Filters } from './filters.tsx';
import { findAttribute, isSortable, listShownAttributes, type CrmObject } from './rules.ts';
import { formatColumn, type SearchChanges, type Settings } from './search.rules.ts';
import type { RecordSearch } from './search.ts';
import { typeIcons } from './value.tsx';

interface ToolsProps {
  readonly object: CrmObject;
  readonly search: RecordSearch;
  readonly shown: Settings;
  readonly onChange: (changes: SearchChanges) => void;
}

/** Filters, search, order and columns of a list. */
export function Tools({ object, search, shown, onChange }: ToolsProps) {
  return (
    <div className="tools">
      <SearchBox
        label={words.records.find}
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      {shown.nested !== undefined && (
        <span className="chip">
          <span>
            <Icon name="filter" />
            {words.records.advancedFilter}
          </span>
          <button
            type="button"
            className="btn quiet"
            aria-label={words.records.removeAdvanced}
            onClick={() => onChange({ where: [] })}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
      <Filters object={object} filter={shown.filter} onChange={(where) => onChange({ where })} />
      <span className="grow" />
      <LayoutButton object={object} groupBy={shown.groupBy} onChange={(lanes) => onChange({ lanes })} />
      <SortButton object={object} sort={shown.sort} onChange={(by) => onChange({ by })} />
      {shown.groupBy === null && (
        <ColumnsButton
          object={object}
          keys={shown.columns.map(({ key }) => key)}
          onChange={(keys) =>
            onChange({
              cols: keys.map((key) =>
                formatColumn(shown.columns.find((column) => column.key === key) ?? { key, width: null }),
              ),
            })
          }
        />
      )}
    </div>
  );
}

interface LayoutButtonProps {
  readonly object: CrmObject;
  readonly groupBy: string | null;
  readonly onChange: (key: string) => void;
}

/** A table, or a board by an attribute of which each record has one option. */
function LayoutButton({ object, groupBy, onChange }: LayoutButtonProps) {
  const groups = listShownAttributes(object).filter(({ type }) => type === 'status' || type === 'select');
  const label = findAttribute(object, groupBy ?? '')?.label;
  const text = label ? interpolate(words.records.boardBy, { label }) : words.records.table;
  return (
    <PickerButton
      label={words.records.layout}
      className="btn quiet small"
      chosen={[groupBy ?? '']}
      choices={[
        { id: '', label: words.records.table },
        ...groups.map((each) => ({
          id: each.key,
          label: interpolate(words.records.boardBy, { label: each.label }),
        })),
      ]}
      onChoose={onChange}
    >
      <Icon name={groupBy ? 'board' : 'table'} />
      <span className="hidden">{words.records.layout}</span>
      <span className="wide-text">{text}</span>
    </PickerButton>
  );
}

interface SortButtonProps {
  readonly object: CrmObject;
  readonly sort: readonly string[];
  readonly onChange: (sort: string[]) => void;
}

function SortButton({ object, sort, onChange }: SortButtonProps) {
  const [current = ''] = sort;
  const key = current.replace(/^-/, '');
  const label = findAttribute(object, key)?.label;
  const choices = listShownAttributes(object)
    .filter(isSortable)
    .flatMap((attribute) => [
      { id: attribute.key, label: interpolate(words.records.ascending, { label: attribute.label }) },
      { id: `-${attribute.key}`, label: interpolate(words.records.descending, { label: attribute.label }) },
    ]);
  return (
    <PickerButton
      label={words.records.order}
      className="btn quiet small"
      chosen={[current]}
      choices={[{ id: '', label: words.records.orderUsual }, ...choices]}
      onChoose={(id) => onChange(id === '' ? [] : [id])}
    >
      <Icon name={current.startsWith('-') ? 'down' : 'up'} />
      <span className="hidden">{words.records.order}</span>
      <span className="wide-text">{label ?? words.records.orderUsual}</span>
    </PickerButton>
  );
}

interface ColumnsButtonProps {
  readonly object: CrmObject;
  readonly keys: readonly string[];
  readonly onChange: (keys: string[]) => void;
}

/** Chosen columns stand in the order in which they were chosen; the name can't be left out. */
function ColumnsButton({ object, keys, onChange }: ColumnsButtonProps) {
  const all = listShownAttributes(object);
  const choose = (key: string): void => {
    if (key === object.primaryAttribute) return;
    onChange(keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]);
  };
  return (
    <PickerButton
      label={words.records.columns}
      className="btn quiet small"
      isMultiple
      chosen={keys}
      choices={all.map((attribute) => ({
        id: attribute.key,
        label: attribute.label,
        content: (
          <>
            <Icon name={typeIcons[attribute.type]} />
            <span className="cut">{attribute.label}</span>
          </>
        ),
      }))}
      onChoose={choose}
    >
      <Icon name="eye" />
      <span className="hidden">{words.records.columns}</span>
      <span className="wide-text">
        {interpolate(words.records.columnCount, { n: keys.length, total: all.length })}
      </span>
    </PickerButton>
  );
}

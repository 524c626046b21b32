import { interpolate } from '@daybook/booking/locale';
import { AddFilter, Chip } from '../kit/filter-chip.tsx';
import type { IconName } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';
import { FilterValueField } from './filter-value.tsx';
import {
  createFilter,
  resolveField,
  listFilterFields,
  getOperator,
  listOperators,
  changeOperator,
  type Field,
  type Operator,
} from './filter.rules.ts';
import { useObjects } from './objects.ts';
import type { CrmObject, Filter } from './rules.ts';
import { formatNoun } from './standard-names.ts';
import { typeIcons } from './value.tsx';

interface FiltersProps {
  readonly object: CrmObject;
  readonly filter: readonly Filter[];
  readonly onChange: (filter: Filter[]) => void;
}

/** A chip for each condition: field, operator, value. All of them hold. */
export function Filters({ object, filter, onChange }: FiltersProps) {
  const objects = useObjects();
  const fields = listFilterFields(object, objects, words.records.facts, formatNoun);
  const replace = (at: number, next: Filter): void =>
    onChange(filter.map((each, index) => (index === at ? next : each)));
  return (
    <>
      {filter.map((each, index) => (
        <Condition
          // oxlint-disable-next-line react/no-array-index-key -- the same condition may stand there twice
          key={`${index} ${each[0]}`}
          field={resolveField(fields, object, each[0])}
          filter={each}
          onChange={(next) => replace(index, next)}
          onRemove={() => onChange(filter.filter((_, other) => other !== index))}
        />
      ))}
      <AddFilter
        fields={fields.map((field) => ({ id: field.path, label: field.label, icon: getIcon(field) }))}
        onAdd={(path) => onChange([...filter, createFilter(resolveField(fields, object, path))])}
      />
    </>
  );
}

interface ConditionProps {
  readonly field: Field;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly onRemove: () => void;
}

function Condition({ field, filter, onChange, onRemove }: ConditionProps) {
  const operator = getOperator(filter);
  const { label } = field;
  return (
    <Chip label={label} icon={getIcon(field)} onRemove={onRemove}>
      <select
        className="op"
        aria-label={interpolate(words.records.operatorOf, { label })}
        value={operator}
        onChange={(event) => onChange(changeOperator(filter, event.target.value as Operator))}
      >
        {listOperators(field).map((op) => (
          <option key={op} value={op}>
            {operatorText(field, op)}
          </option>
        ))}
      </select>
      {operator !== 'empty' && operator !== 'filled' && (
        <FilterValueField
          field={field}
          filter={filter}
          onChange={(value) => onChange([filter[0], filter[1], value])}
          label={interpolate(words.filters.valueOf, { label })}
        />
      )}
    </Chip>
  );
}

function getIcon({ attribute }: Field): IconName {
  return attribute ? typeIcons[attribute.type] : 'clock';
}

/** Dates come before and after; numbers are more and less. */
function operatorText({ kind }: Field, op: Operator): string {
  const dates = words.records.dateOperators;
  return kind === 'date' && op in dates ? dates[op as keyof typeof dates] : words.records.operators[op];
}

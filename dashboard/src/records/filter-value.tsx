import { useState } from 'react';
import { toIsoDate } from '@daybook/booking/calendar';
import { DateInput } from '../kit/date-field.tsx';
import { ChipText } from '../kit/filter-chip.tsx';
import { PickerButton } from '../kit/picker.tsx';
import { getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { buildRecordChoice, useRecordSearch } from './link-editor.tsx';
import { isRelativeDate, relativeDates, type Field } from './filter.rules.ts';
import { getRecordTitle, useObject, useUsers } from './objects.ts';
import type { CrmObject, Filter, FilterValue } from './rules.ts';
import { useTitles } from './titles.ts';

interface ValueOfProps {
  readonly field: Field;
  readonly filter: Filter;
  readonly label: string;
  readonly onChange: (value: FilterValue) => void;
}

/** The value of a filter, by the kind of its field. */
export function FilterValueField(props: ValueOfProps) {
  const { field, filter, label, onChange } = props;
  const [, op, value] = filter;
  switch (field.kind) {
    case 'option':
    case 'options':
      return op === 'in' ? <OptionsValue {...props} /> : <OptionValue {...props} />;
    case 'checkbox':
      return (
        <select
          aria-label={label}
          value={String(value)}
          onChange={(event) => onChange(event.target.value === 'true')}
        >
          <option value="true">{words.records.yes}</option>
          <option value="false">{words.records.no}</option>
        </select>
      );
    case 'user':
      return <UserValue {...props} />;
    case 'relation':
      return <RelationValue {...props} />;
    case 'date':
      return <DateValue {...props} />;
    default:
      return <TextValue {...props} />;
  }
}

function TextValue({ field, filter, label, onChange }: ValueOfProps) {
  return (
    <ChipText
      label={label}
      value={String(filter[2])}
      inputMode={field.kind === 'number' ? 'decimal' : undefined}
      onChange={onChange}
    />
  );
}

function OptionValue({ field, filter, label, onChange }: ValueOfProps) {
  const value = String(filter[2]);
  const options = field.attribute?.options ?? [];
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {!options.some((option) => option.value === value) && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.id} value={option.value}>
          {option.value}
        </option>
      ))}
    </select>
  );
}

function OptionsValue({ field, filter, label, onChange }: ValueOfProps) {
  const chosen = Array.isArray(filter[2]) ? (filter[2] as readonly string[]) : [];
  return (
    <PickerButton
      label={label}
      isShort
      isMultiple
      className="value"
      choices={(field.attribute?.options ?? []).map(({ value }) => ({ id: value, label: value }))}
      chosen={chosen}
      onChoose={(id) =>
        onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
      }
    >
      {chosen.join(', ') || words.records.choose}
    </PickerButton>
  );
}

function UserValue({ filter, label, onChange }: ValueOfProps) {
  const users = useUsers();
  const choices = [
    { id: 'me', label: words.records.me },
    ...users.map(({ uuid, name }) => ({ id: uuid, label: name })),
  ];
  return (
    <PickerButton
      label={label}
      isShort
      className="value"
      choices={choices}
      chosen={[String(filter[2])]}
      onChoose={(id) => onChange(id)}
    >
      {choices.find(({ id }) => id === filter[2])?.label ?? words.records.choose}
    </PickerButton>
  );
}

function RelationValue(props: ValueOfProps) {
  const related = useObject(props.field.attribute?.relatedObjectSlug ?? '');
  return related ? <RecordValue {...props} related={related} /> : null;
}

function RecordValue({ filter, label, related, onChange }: ValueOfProps & { readonly related: CrmObject }) {
  const [text, setText] = useState('');
  const found = useRecordSearch(related, text);
  const id = String(filter[2]);
  const title = useTitles(related, id ? [id] : [])?.get(id);
  return (
    <PickerButton
      label={label}
      isShort
      className="value"
      choices={found.map((record) => buildRecordChoice(related, record))}
      onSearch={setText}
      onChoose={onChange}
    >
      {title ? getRecordTitle(related, title) : words.records.choose}
    </PickerButton>
  );
}

const onDate = 'date';

/** A range that moves with today, or a date. */
function DateValue({ filter, label, onChange }: ValueOfProps) {
  const [, , value] = filter;
  const isRelative = isRelativeDate(value);
  return (
    <>
      <select
        aria-label={label}
        value={isRelative ? value : onDate}
        onChange={(event) =>
          onChange(event.target.value === onDate ? toIsoDate(getToday()) : event.target.value)
        }
      >
        {relativeDates.map((each) => (
          <option key={each} value={each}>
            {words.records.relativeDates[each]}
          </option>
        ))}
        <option value={onDate}>{words.records.aDate}</option>
      </select>
      {!isRelative && (
        <DateInput
          control={{ 'aria-label': words.records.aDate }}
          label={words.records.aDate}
          value={String(value)}
          onChange={(date) => date !== '' && onChange(date)}
          onFault={() => undefined}
        />
      )}
    </>
  );
}

import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { useAddress } from '../platform/address.ts';
import { words } from '../platform/words/words.ts';
import { DateInput } from './date-field.tsx';
import type { Choice } from './field.tsx';
import { AddFilter, Chip, ChipText } from './filter-chip.tsx';
import { listChips, type FilterValues } from './filters.rules.ts';
import type { IconName } from './icon.tsx';
import { PickerButton } from './picker.tsx';

/** Something by which a list can be filtered, named as in the URL. */
export interface FilterField {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** One of a few, one of many, text, or a date. */
  readonly kind: 'choice' | 'pick' | 'text' | 'email' | 'date';
  readonly choices?: readonly Choice[];
}

interface FiltersProps {
  readonly fields: readonly FilterField[];
  /** What the URL says. */
  readonly search: object;
  /** Parameters that no longer fit once a filter changes, such as the item that is open. */
  readonly resets?: readonly string[];
}

const nothing: readonly string[] = [];

/** The filters of a list as chips. Each change is in the URL at once; a filter without a value waits for one. */
export function Filters({ fields, search, resets = nothing }: FiltersProps) {
  const values = search as FilterValues;
  const setAddress = useAddress<Record<string, string>>();
  const onChange = (changes: Record<string, string | undefined>): void =>
    setAddress({ ...changes, ...Object.fromEntries(resets.map((name) => [name, undefined])) });
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const chips = listChips(fields, values, waiting);
  const set = (id: string, value: string | undefined): void => {
    setWaiting(waiting.filter((each) => each !== id));
    onChange({ [id]: value || undefined });
  };
  const add = (field: FilterField): void => {
    const [first] = field.choices ?? [];
    if (field.kind === 'choice' && first) onChange({ [field.id]: first.value });
    else setWaiting([...waiting, field.id]);
  };
  return (
    <>
      {chips.map((field) => (
        <Chip key={field.id} label={field.label} icon={field.icon} onRemove={() => set(field.id, undefined)}>
          <ChipValue
            field={field}
            value={values[field.id] ?? ''}
            onChange={(value) => set(field.id, value)}
          />
        </Chip>
      ))}
      <AddFilter
        fields={fields.filter(({ id }) => !chips.some((chip) => chip.id === id))}
        onAdd={(id) => fields.filter((field) => field.id === id).forEach(add)}
      />
    </>
  );
}

interface ChipValueProps {
  readonly field: FilterField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ChipValue({ field: { kind, label, choices = [] }, value, onChange }: ChipValueProps) {
  const name = interpolate(words.filters.valueOf, { label });
  const isKnown = choices.some((choice) => choice.value === value);
  switch (kind) {
    case 'choice':
      return (
        <select aria-label={name} value={value} onChange={({ target }) => onChange(target.value)}>
          {!isKnown && <option value={value}>{value}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    case 'pick':
      return (
        <PickerButton
          label={name}
          isShort
          className="value"
          chosen={[value]}
          choices={choices.map((choice) => ({ id: choice.value, label: choice.label }))}
          onChoose={onChange}
        >
          <span className="cut">
            {choices.find((choice) => choice.value === value)?.label ?? (value || words.filters.choose)}
          </span>
        </PickerButton>
      );
    case 'date':
      return (
        <DateInput
          control={{ 'aria-label': name }}
          label={name}
          value={value}
          autoFocus={value === ''}
          onChange={(date) => date !== '' && onChange(date)}
          onFault={() => undefined}
        />
      );
    default:
      return (
        <ChipText
          label={name}
          value={value}
          inputMode={kind === 'email' ? 'email' : undefined}
          onChange={onChange}
        />
      );
  }
}

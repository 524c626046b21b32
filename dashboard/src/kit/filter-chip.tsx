import { interpolate } from '@daybook/booking/locale';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { words } from '../platform/words/words.ts';
import { Icon, type IconName } from './icon.tsx';
import { PickerButton } from './picker.tsx';

/** What a filter looks like, in every list: its field, what it compares with, and the way to remove it. */

interface ChipProps {
  readonly label: string;
  readonly icon: IconName;
  readonly onRemove: () => void;
  /** The operator, if there is a choice, and the value. */
  readonly children?: ReactNode;
}

export function Chip({ label, icon, onRemove, children }: ChipProps) {
  return (
    <span className="chip" role="group" aria-label={interpolate(words.filters.filterBy, { label })}>
      <span>
        <Icon name={icon} />
        {label}
      </span>
      {children}
      <button
        type="button"
        className="btn quiet"
        aria-label={interpolate(words.filters.removeFilter, { label })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}

interface ChipTextProps {
  readonly label: string;
  readonly value: string;
  readonly inputMode?: 'decimal' | 'email' | undefined;
  readonly onChange: (value: string) => void;
}

const restMs = 400;

/** Takes effect when it is confirmed or left, and whenever typing rests. */
export function ChipText({ label, value, inputMode, onChange }: ChipTextProps) {
  const [text, setText] = useState(value);
  // Changed from elsewhere; what is typed keeps its spaces.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  const commit = useRef((): void => undefined);
  commit.current = (): void => {
    if (text.trim() !== value) onChange(text.trim());
  };
  useEffect(() => {
    const timer = setTimeout(() => commit.current(), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- its field was chosen a moment ago
      autoFocus={value === ''}
      inputMode={inputMode}
      value={text}
      size={Math.max(4, Math.min(24, text.length + 1))}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => commit.current()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit.current();
      }}
    />
  );
}

interface AddFilterProps {
  readonly fields: readonly { readonly id: string; readonly label: string; readonly icon: IconName }[];
  readonly onAdd: (id: string) => void;
}

export function AddFilter({ fields, onAdd }: AddFilterProps) {
  return (
    <PickerButton
      label={words.filters.add}
      className="btn quiet small add-filter"
      choices={fields.map(({ id, label, icon }) => ({
        id,
        label,
        content: (
          <>
            <Icon name={icon} />
            <span className="cut">{label}</span>
          </>
        ),
      }))}
      onChoose={onAdd}
    >
      <Icon name="plus" />
      {words.filters.filter}
    </PickerButton>
  );
}

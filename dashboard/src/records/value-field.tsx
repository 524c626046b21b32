import { useRef, useState } from 'react';
import { DateField } from '../kit/date-field.tsx';
import { DateTimeField } from '../kit/date-time-field.tsx';
import { SelectField, Switch, TextField } from '../kit/field.tsx';
import { ValueEditor } from './editor.tsx';
import { useObject, useUsers } from './objects.ts';
import type { Attribute } from './rules.ts';
import { Value } from './value.tsx';
import { formatInput, isEmptyValue, listOptions, parseInput } from './value-text.ts';
import { words } from '../platform/words/words.ts';

interface ValueFieldProps {
  readonly attribute: Attribute;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly autoFocus?: boolean;
}

/** A value as a field of a form, named by its key. */
export function ValueField({ attribute, value, onChange, autoFocus = false }: ValueFieldProps) {
  const { key, label, type, isRequired } = attribute;
  const name = key === 'company' ? 'companyId' : key;
  const shown = isRequired ? `${label} *` : label;
  const [text, setText] = useState(() => formatInput(attribute, value));
  if (type === 'checkbox') return <Switch label={label} isOn={value === true} onChange={onChange} />;
  if (type === 'select' || type === 'status') {
    const options = (attribute.options ?? []).filter(({ isArchived }) => !isArchived);
    return (
      <SelectField
        label={shown}
        name={name}
        value={String(listOptions(value)[0]?.id ?? '')}
        onChange={(id) => {
          const option = options.find((each) => String(each.id) === id);
          onChange(option ? { id: option.id, value: option.value, color: option.color } : null);
        }}
        choices={[
          { value: '', label: words.records.empty },
          ...options.map((option) => ({ value: String(option.id), label: option.value })),
        ]}
      />
    );
  }
  if (type === 'multiselect' || type === 'user' || type === 'relation') {
    return <PickField attribute={attribute} value={value} onChange={onChange} label={shown} />;
  }
  const Typed = type === 'date' ? DateField : type === 'datetime' ? DateTimeField : TextField;
  return (
    <Typed
      label={shown}
      name={name}
      value={text}
      autoFocus={autoFocus}
      onChange={(typed) => {
        setText(typed);
        onChange(parseInput(attribute, typed));
      }}
    />
  );
}

function PickField({ attribute, value, onChange, label }: ValueFieldProps & { readonly label: string }) {
  const users = useUsers();
  const related = useObject(attribute.relatedObjectSlug ?? '');
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="field">
      <span className="lbl">{label}</span>
      <button
        ref={button}
        type="button"
        className="input pick"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <span className="hidden">{label}</span>
        {isEmptyValue(value) ? (
          <span className="faint">{words.records.choose}</span>
        ) : (
          <Value attribute={attribute} value={value} users={users} related={related} />
        )}
      </button>
      {isOpen && button.current && (
        <ValueEditor
          attribute={attribute}
          value={value}
          label={attribute.label}
          anchor={button.current}
          onCommit={onChange}
          onClose={() => {
            setIsOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}

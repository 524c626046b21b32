import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { interpolate } from '@daybook/booking/locale';
import { Face } from '../kit/face.tsx';
import { Picker, type PickerChoice } from '../kit/picker.tsx';
import { words } from '../platform/words/words.ts';
import { DateEditor } from './date-editor.tsx';
import type { EditorProps } from './editor-props.ts';
import { LinkEditor } from './link-editor.tsx';
import { useUsers } from './objects.ts';
import { OptionTag } from './value.tsx';
import { formatInput, listOptions, parseInput } from './value-text.ts';
import { findValueFault } from './value.rules.ts';

/**
 * Edits one value in place. What is typed or chosen is committed on leaving; Escape gives back what was there. What can't be
 * right stays, with the reason.
 */

export function ValueEditor(props: EditorProps) {
  switch (props.attribute.type) {
    case 'select':
    case 'status':
    case 'multiselect':
      return <OptionEditor {...props} />;
    case 'user':
      return <UserEditor {...props} />;
    case 'relation':
      return <LinkEditor {...props} />;
    case 'date':
    case 'datetime':
      return <DateEditor {...props} />;
    default:
      return <TextEditor {...props} />;
  }
}

function TextEditor({ attribute, value, label, typed, refusal, onCommit, onClose }: EditorProps) {
  const id = useId();
  const [wrong, setWrong] = useState(refusal);
  const isDone = useRef(false);
  const finish = (element: HTMLInputElement, isKept: boolean): void => {
    if (isDone.current) return;
    const text = element.value;
    const read = parseInput(attribute, text);
    const isChanged = isKept && text !== formatInput(attribute, value);
    const fault = isChanged ? findValueFault(attribute, read) : undefined;
    if (fault) {
      setWrong(interpolate(words.records.faults[fault], { label }));
      requestAnimationFrame(() => element.focus());
      return;
    }
    isDone.current = true;
    if (isKept) onCommit(read, text);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(event.currentTarget, true);
    else if (event.key === 'Escape') finish(event.currentTarget, false);
    else return;
    event.preventDefault();
  };
  const input = (
    <input
      className="cell-input"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the cell was opened to be typed into
      autoFocus
      aria-label={label}
      aria-invalid={wrong ? true : undefined}
      aria-describedby={wrong ? id : undefined}
      type={attribute.type === 'phone_number' ? 'tel' : 'text'}
      inputMode={attribute.type === 'number' || attribute.type === 'currency' ? 'decimal' : undefined}
      defaultValue={typed ?? formatInput(attribute, value)}
      onFocus={(event) => {
        if (typed === undefined) event.currentTarget.select();
      }}
      onKeyDown={onKeyDown}
      onBlur={(event) => finish(event.currentTarget, true)}
    />
  );
  return (
    <>
      {input}
      {wrong && (
        <p id={id} className="note bad cell-wrong" role="alert">
          {wrong} {words.records.escapeHint}
        </p>
      )}
    </>
  );
}

const none = '';

/** The first choice empties the value. */
function withNone(choices: readonly PickerChoice[], isFilled: boolean): PickerChoice[] {
  return isFilled ? [...choices, { id: none, label: '—' }] : [...choices];
}

function OptionEditor({ attribute, value, label, typed, anchor, onCommit, onClose }: EditorProps) {
  const isMultiple = attribute.type === 'multiselect';
  const [chosen, setChosen] = useState(() => listOptions(value));
  const choices = (attribute.options ?? [])
    .filter(({ id, isArchived }) => !isArchived || chosen.some((option) => option.id === id))
    .map((option) => ({
      id: String(option.id),
      label: option.value,
      content: <OptionTag label={option.value} color={option.color} />,
    }));
  const choose = (id: string): void => {
    const option = attribute.options?.find((each) => String(each.id) === id);
    if (!isMultiple) {
      onCommit(option ? { id: option.id, value: option.value, color: option.color } : null);
      return onClose();
    }
    const others = chosen.filter((each) => String(each.id) !== id);
    return setChosen(
      option && others.length === chosen.length ? [...chosen, option] : id === none ? [] : others,
    );
  };
  const close = (): void => {
    if (isMultiple) onCommit(chosen);
    onClose();
  };
  return (
    <Picker
      label={label}
      anchor={anchor}
      choices={withNone(choices, chosen.length > 0)}
      chosen={chosen.map(({ id }) => String(id))}
      isMultiple={isMultiple}
      {...(typed !== undefined && { text: typed })}
      onChoose={choose}
      onClose={close}
    />
  );
}

function UserEditor({ value, label, typed, anchor, onCommit, onClose }: EditorProps) {
  const [chosen, setChosen] = useState(() => (value ?? []) as readonly string[]);
  const choices = useUsers().map(({ uuid, name }) => ({
    id: uuid,
    label: name,
    content: (
      <>
        <Face name={name} />
        <span className="cut">{name}</span>
      </>
    ),
  }));
  const choose = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const close = (): void => {
    onCommit(chosen);
    onClose();
  };
  return (
    <Picker
      label={label}
      anchor={anchor}
      choices={choices}
      chosen={chosen}
      isMultiple
      {...(typed !== undefined && { text: typed })}
      onChoose={choose}
      onClose={close}
    />
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { interpolate } from '@daybook/booking/locale';
import { Face } from '../kit/face.tsx';
import { Picker, type PickerChoice } from '../kit/picker.tsx';
import { words } from '../platform/words/words.ts';
import { buildPageQuery, readPage } from './data.ts';
import { DateEditor } from './date-editor.tsx';
import { getRecordTitle, useObject, useUsers } from './objects.ts';
import { listIds, type Attribute, type CrmObject, type CrmRecord } from './rules.ts';
import { Mark, OptionTag } from './value.tsx';
import { formatInput, listOptions, parseInput, listRecords } from './value-text.ts';
import { findValueFault } from './value.rules.ts';

/**
 * Edits one value in place. What is typed or chosen is committed on leaving; Escape gives back what was there. What can't be
 * right stays, with the reason.
 */

export interface EditorProps {
  readonly attribute: Attribute;
  readonly value: unknown;
  readonly label: string;
  /** What was typed to begin with; it replaces the value. */
  readonly typed?: string | undefined;
  /** Why the typed text was refused. */
  readonly refusal?: string | undefined;
  readonly anchor: HTMLElement;
  /** With the text, where one was typed. */
  readonly onCommit: (value: unknown, text?: string) => void;
  readonly onClose: () => void;
}

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

/** A relation: the records of the other object are found as one types. */
function LinkEditor(props: EditorProps) {
  const related = useObject(props.attribute.relatedObjectSlug ?? '');
  if (!related) return null;
  return <LinkPicker {...props} related={related} />;
}

function LinkPicker(props: EditorProps & { readonly related: CrmObject }) {
  const { attribute, related, value, label, anchor, onCommit, onClose } = props;
  const isMultiple = attribute.isMultiple === true;
  const [chosen, setChosen] = useState(() => listRecords(value));
  const [text, setText] = useState(props.typed ?? '');
  const found = useRecordSearch(related, text);
  const isChosen = (id: string): boolean => chosen.some((record) => record.id === id);
  const shown = text === '' ? [...chosen, ...found.filter(({ id }) => !isChosen(id))] : found;
  const choose = (id: string): void => {
    const record = shown.find((each) => each.id === id);
    if (!record) return;
    if (!isMultiple) {
      onCommit(isChosen(id) ? [] : [record]);
      return onClose();
    }
    return setChosen(isChosen(id) ? chosen.filter((each) => each.id !== id) : [...chosen, record]);
  };
  const close = (): void => {
    if (isMultiple) onCommit(chosen);
    onClose();
  };
  return (
    <Picker
      label={label}
      anchor={anchor}
      choices={shown.map((record) => buildRecordChoice(related, record))}
      chosen={listIds(chosen)}
      isMultiple={isMultiple}
      text={text}
      onSearch={setText}
      onChoose={choose}
      onClose={close}
    />
  );
}

const foundCount = 12;

/** The first records that a search finds, for pickers. */
export function useRecordSearch(object: CrmObject, text: string): readonly CrmRecord[] {
  const listing = { q: text.trim() || undefined, filter: [], sort: [], fields: [object.primaryAttribute] };
  const { queryKey } = buildPageQuery(object, listing, 1);
  const { data } = useQuery({
    queryKey: [...queryKey, 'found'],
    queryFn: ({ signal }) => readPage(object, listing, 1, signal, foundCount),
    placeholderData: keepPreviousData,
  });
  return data?.items ?? [];
}

export function buildRecordChoice(object: CrmObject, record: CrmRecord): PickerChoice {
  const label = getRecordTitle(object, record);
  const content = (
    <>
      <Mark name={label} object={object} />
      <span className="cut">{label}</span>
    </>
  );
  return { id: record.id, label, content };
}

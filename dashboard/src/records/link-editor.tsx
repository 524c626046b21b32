import { interpolate } from '@daybook/booking/locale';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { Picker, type PickerChoice } from '../kit/picker.tsx';
import { words } from '../platform/words/words.ts';
import { buildPageQuery, readPage } from './data.ts';
import type { EditorProps } from './editor-props.ts';
import { getRecordTitle, useObject, usePermissions } from './objects.ts';
import { listIds, type CrmObject, type CrmRecord } from './rules.ts';
import { Mark } from './value.tsx';
import { listRecords } from './value-text.ts';

/** A relation: the records of the other object are found as one types. */
export function LinkEditor(props: EditorProps) {
  const related = useObject(props.attribute.relatedObjectSlug ?? '');
  if (!related) return null;
  return <LinkPicker {...props} related={related} />;
}

function LinkPicker(props: EditorProps & { readonly related: CrmObject }) {
  const { attribute, related, value, label, anchor, onCommit, onCreate, onClose } = props;
  const isMultiple = attribute.isMultiple === true;
  const [chosen, setChosen] = useState(() => listRecords(value));
  const [text, setText] = useState(props.typed ?? '');
  const { mayWrite } = usePermissions(related);
  const found = useRecordSearch(related, text);
  const isChosen = (id: string): boolean => chosen.some((record) => record.id === id);
  const shown = text === '' ? [...chosen, ...found.filter(({ id }) => !isChosen(id))] : found;
  const choose = (id: string): void => {
    if (id === createChoice) return onCreate?.(text);
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
      choices={[
        ...shown.map((record) => buildRecordChoice(related, record)),
        ...(mayWrite && onCreate ? [buildCreateChoice(text)] : []),
      ]}
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

/** No id of a record. */
export const createChoice = 'new';

/** The last choice of a picker of records: one that does not exist yet. */
export function buildCreateChoice(text: string): PickerChoice {
  const name = text.trim();
  const { createLinked, createNew } = words.records.page;
  const label = name === '' ? createNew : interpolate(createLinked, { name });
  const content = (
    <>
      <Icon name="plus" />
      <span className="cut">{label}</span>
    </>
  );
  return { id: createChoice, label, content };
}

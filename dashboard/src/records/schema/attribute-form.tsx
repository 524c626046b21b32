import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../kit/dialog.tsx';
import { CurrencyField } from '../../kit/currency-field.tsx';
import { Form, SelectField, Switch, TextField } from '../../kit/field.tsx';
import { useEdit } from '../../platform/edit.ts';
import { api, getFieldErrors, useChange } from '../../platform/query.ts';
import { start } from '../../platform/start.ts';
import { words } from '../../platform/words/words.ts';
import { buildPageQuery, refreshRecords } from '../data.ts';
import { useObjects } from '../objects.ts';
import { OptionList } from './option-list.tsx';
import type { Attribute, AttributeType, CrmObject } from '../rules.ts';
import {
  toAttributeChanges,
  toDraft,
  toNewAttribute,
  optionTypes,
  uniqueTypes,
  type Draft,
  type RelationType,
} from './rules.ts';

interface AttributeDialogProps {
  readonly object: CrmObject;
  /** Missing for a new one. */
  readonly attribute: Attribute | undefined;
  readonly onClose: () => void;
}

export function AttributeDialog({ object, attribute, onClose }: AttributeDialogProps) {
  const [draft, setDraft] = useState(() => toDraft(attribute));
  const [isDeleting, setIsDeleting] = useState(false);
  const create = useChange('createAttribute', words.shell.saved);
  const update = useEdit('updateAttribute', {
    shown: attribute,
    read: async () => {
      const { attributes } = await api.readObject({ params: { slug: object.slug } });
      return attributes.find(({ key }) => key === attribute?.key) ?? { ...attribute };
    },
    done: words.shell.saved,
    onTheirs: onClose,
  });
  const set = (changes: Partial<Draft>): void => setDraft((old) => ({ ...old, ...changes }));
  const { slug } = object;
  const done = async (): Promise<void> => {
    onClose();
    await refreshRecords();
  };
  const send = (): void => {
    if (attribute) {
      const params = { slug, key: attribute.key };
      update.mutate({ params, body: toAttributeChanges(draft) }, { onSuccess: done });
    } else create.mutate({ params: { slug }, body: toNewAttribute(draft) }, { onSuccess: done });
  };
  if (attribute && isDeleting) {
    return <DeleteAttribute object={object} attribute={attribute} onClose={onClose} />;
  }
  const title = attribute
    ? interpolate(words.records.editField, { label: attribute.label })
    : words.records.newField;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        errors={getFieldErrors(attribute ? update.error : create.error)}
        edit={update.edit}
        onSubmit={send}
      >
        <TextField
          label={words.records.label}
          name="label"
          value={draft.label}
          onChange={(label) => set({ label })}
          maxLength={255}
          autoFocus
        />
        {attribute ? (
          <p className="muted small">{words.records.types[draft.type]}</p>
        ) : (
          <SelectField
            label={words.records.type}
            name="type"
            value={draft.type}
            onChange={(type) => set({ type: type as AttributeType })}
            choices={Object.entries(words.records.types).map(([value, label]) => ({ value, label }))}
          />
        )}
        <TypeFields draft={draft} isNew={!attribute} onChange={set} />
        <Switch
          label={words.records.required}
          isOn={draft.isRequired}
          onChange={(isRequired) => set({ isRequired })}
        />
        {uniqueTypes.includes(draft.type) && (
          <Switch
            label={words.records.unique}
            isOn={draft.isUnique}
            onChange={(isUnique) => set({ isUnique })}
          />
        )}
        {attribute && (
          <Switch
            label={words.records.archive}
            isOn={draft.isArchived}
            onChange={(isArchived) => set({ isArchived })}
          />
        )}
        <DialogActions
          onClose={onClose}
          aside={
            attribute && (
              <button type="button" className="btn bad" onClick={() => setIsDeleting(true)}>
                {words.records.remove}
              </button>
            )
          }
        >
          <button type="submit" className="btn main" disabled={create.isPending || update.isPending}>
            {words.shell.save}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface TypeFieldsProps {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** What only some types have. Type, partner and currency stay as they were made. */
function TypeFields({ draft, isNew, onChange }: TypeFieldsProps) {
  const objects = useObjects();
  const { type } = draft;
  if (optionTypes.includes(type)) {
    return <OptionList options={draft.options} onChange={(options) => onChange({ options })} />;
  }
  if (type === 'relation') {
    return (
      <>
        {isNew && (
          <>
            <SelectField
              label={words.records.relatedObject}
              name="relatedObjectSlug"
              value={draft.relatedObjectSlug}
              onChange={(relatedObjectSlug) => onChange({ relatedObjectSlug })}
              choices={[
                { value: '', label: words.records.choose },
                ...objects.map(({ slug, pluralName }) => ({ value: slug, label: pluralName })),
              ]}
            />
            <SelectField
              label={words.records.relationType}
              name="relationType"
              value={draft.relationType}
              onChange={(relationType) => onChange({ relationType: relationType as RelationType })}
              choices={Object.entries(words.records.relationTypes).map(([value, label]) => ({
                value,
                label,
              }))}
            />
          </>
        )}
        <TextField
          label={words.records.otherSide}
          name="relatedObjectLabel"
          value={draft.relatedObjectLabel}
          onChange={(relatedObjectLabel) => onChange({ relatedObjectLabel })}
        />
      </>
    );
  }
  if (type === 'currency') {
    return (
      <>
        {isNew && (
          <CurrencyField
            label={words.records.currency}
            name="currency"
            value={draft.currency}
            onChange={(currency) => onChange({ currency })}
          />
        )}
        <SelectField
          label={words.records.currencyDisplay}
          name="currencyDisplay"
          value={draft.currencyDisplay}
          onChange={(value) => onChange({ currencyDisplay: value as Draft['currencyDisplay'] })}
          choices={Object.entries(words.records.currencyDisplays).map(([value, label]) => ({ value, label }))}
        />
      </>
    );
  }
  if (type === 'text' && isNew) {
    return (
      <SelectField
        label={words.records.validation}
        name="validation"
        value={draft.validation}
        onChange={(validation) => onChange({ validation: validation as Draft['validation'] })}
        choices={[
          { value: '', label: words.records.anyText },
          { value: 'email', label: words.records.anEmail },
          { value: 'url', label: words.records.aUrl },
        ]}
      />
    );
  }
  return null;
}

interface DeleteAttributeProps {
  readonly object: CrmObject;
  readonly attribute: Attribute;
  readonly onClose: () => void;
}

/** Says how many records would lose a value; archiving keeps them. */
function DeleteAttribute({ object, attribute, onClose }: DeleteAttributeProps) {
  const remove = useChange('deleteAttribute', words.records.fieldDeleted);
  const { data } = useQuery(
    buildPageQuery(object, { filter: [[attribute.key, 'empty', false]], sort: [], fields: [] }, 1),
  );
  const confirm = (): void =>
    remove.mutate(
      { params: { slug: object.slug, key: attribute.key } },
      {
        onSuccess: async () => {
          onClose();
          await refreshRecords();
        },
      },
    );
  return (
    <ConfirmDialog
      title={interpolate(words.records.deleteTitle, { name: attribute.label })}
      action={words.records.deleteField}
      isBusy={!data || remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p role="status">
        {data ? pluralize(start.words, words.records.losesValues, data.total) : words.records.counting}
      </p>
      <p>{words.records.deleteFieldHint}</p>
    </ConfirmDialog>
  );
}

import { interpolate } from '@daybook/booking/locale';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { getFieldErrors } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { refreshRecords } from './data.ts';
import { recordApi } from './record-api.ts';
import {
  isEditable,
  listShownAttributes,
  listDefaultColumns,
  toWireValues,
  type Attribute,
  type CrmObject,
} from './rules.ts';
import { getTraits } from './standard-objects.ts';
import { formatNoun } from './standard-names.ts';
import { ValueField } from './value-field.tsx';

interface CreateProps {
  readonly object: CrmObject;
  /** Values that it begins with, such as the lane in which it is made. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
  /** With its id, and the values that it was given. */
  readonly onCreated: (id: string, values: Readonly<Record<string, unknown>>) => void;
}

export function CreateDialog({ object, values = {}, onClose, onCreated }: CreateProps) {
  const [draft, setDraft] = useState(values);
  const create = useMutation({
    mutationFn: () => recordApi(object.slug).create(toWireValues(object, draft)),
    onSuccess: async (id) => {
      showToast(interpolate(words.records.wasCreated, { name: object.singularName }));
      await refreshRecords();
      onCreated(id, toShownValues(object, draft));
    },
  });
  return (
    <Dialog
      title={interpolate(words.records.create, { name: formatNoun(object.singularName) })}
      onClose={onClose}
    >
      <Form errors={getFieldErrors(create.error)} onSubmit={() => create.mutate()}>
        {fieldsToAsk(object).map((attribute, index) => (
          <ValueField
            key={attribute.key}
            attribute={attribute}
            value={draft[attribute.key]}
            autoFocus={index === 0}
            onChange={(value) => setDraft((old) => ({ ...old, [attribute.key]: value }))}
          />
        ))}
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={create.isPending}>
            {words.records.make}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The name of a person follows from its parts. */
function toShownValues(object: CrmObject, values: Readonly<Record<string, unknown>>) {
  const { nameKeys, derivedKeys } = getTraits(object);
  const name = nameKeys
    .map((key) => values[key])
    .filter(Boolean)
    .join(' ');
  return { ...values, ...Object.fromEntries(derivedKeys.map((key) => [key, name || null])) };
}

/** What is required, and what the list usually shows; the name of a person in its parts. */
function fieldsToAsk(object: CrmObject): Attribute[] {
  const asked = new Set([...getTraits(object).nameKeys, ...listDefaultColumns(object)]);
  const all = listShownAttributes(object).filter((attribute) => isEditable(object, attribute));
  const chosen = all.filter(({ key, isRequired }) => isRequired || asked.has(key));
  return chosen.sort(
    (a, b) => Number(b.key === object.primaryAttribute) - Number(a.key === object.primaryAttribute),
  );
}

import { interpolate, pluralize } from '@daybook/booking/locale';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { Form, SelectField, Switch, TextField } from '../../kit/field.tsx';
import { showToast } from '../../kit/toasts.tsx';
import { useEdit } from '../../platform/edit.ts';
import { api, getFieldErrors, queryClient } from '../../platform/query.ts';
import { start } from '../../platform/start.ts';
import { words } from '../../platform/words/words.ts';
import { useCanManage } from '../../shell/session.ts';
import { buildPageQuery } from '../data.ts';
import type { CrmObject } from '../rules.ts';

const userPermissions = ['none', 'read', 'own', 'write'] as const;
const nameTypes: readonly string[] = ['text', 'phone_number', 'number'];

/** Names, the field that names records, and what users may do; of a standard object only the last. */
export function ObjectSettings({ object }: { readonly object: CrmObject }) {
  const mayManage = useCanManage();
  const update = useEdit('updateObject', {
    shown: object,
    read: () => api.readObject({ params: { slug: object.slug } }),
    done: words.shell.saved,
    onTheirs: (theirs) => setIsActive(theirs.isActive),
  });
  const [isActive, setIsActive] = useState(object.isActive);
  const send = (values: FormData): void => {
    const text = (name: string): string => String(values.get(name) ?? '').trim();
    const user = text('permissions.user') as (typeof userPermissions)[number];
    update.mutate({
      params: { slug: object.slug },
      body: object.isStandard
        ? { permissions: { user } }
        : {
            singularName: text('singularName'),
            pluralName: text('pluralName'),
            primaryAttribute: text('primaryAttribute'),
            isActive,
            permissions: { user },
          },
    });
  };
  const names = object.attributes.filter(({ type, isArchived }) => nameTypes.includes(type) && !isArchived);
  return (
    <section className="card" aria-label={words.records.object}>
      <header>
        <h2>{words.records.object}</h2>
        <code className="faint small">{object.slug}</code>
      </header>
      <div className="pad">
        <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
          {!object.isStandard && (
            <>
              <div className="two">
                <TextField label={words.records.singular} name="singularName" value={object.singularName} />
                <TextField label={words.records.plural} name="pluralName" value={object.pluralName} />
              </div>
              <SelectField
                label={words.records.namedBy}
                name="primaryAttribute"
                value={object.primaryAttribute}
                choices={names.map(({ key, label }) => ({ value: key, label }))}
              />
              <Switch label={words.records.isActive} isOn={isActive} onChange={setIsActive} />
            </>
          )}
          <SelectField
            label={words.records.usersMay}
            name="permissions.user"
            value={object.permissions.user}
            help={words.records.usersMayHint}
            choices={userPermissions.map((value) => ({ value, label: words.records.permissions[value] }))}
          />
          <div className="row end">
            {!object.isStandard && <DeleteObject object={object} />}
            <span className="grow" />
            <button
              type="submit"
              className="btn main"
              disabled={!mayManage || update.isPending}
              title={mayManage ? undefined : words.records.onlyAdmins}
            >
              {words.shell.save}
            </button>
          </div>
        </Form>
      </div>
    </section>
  );
}

function DeleteObject({ object }: { readonly object: CrmObject }) {
  const mayManage = useCanManage();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const { slug, pluralName } = object;
  // Once the objects are read again, this page has none.
  const remove = useMutation({
    mutationFn: () => api.deleteObject({ params: { slug } }),
    onSuccess: async () => {
      const take = showToast(interpolate(words.records.objectDeleted, { name: pluralName }), {
        undo: () => {
          take();
          void restore(slug);
        },
      });
      await queryClient.invalidateQueries({ queryKey: ['CRM objects'] });
      await navigate({ to: '/records' });
    },
  });
  const { data } = useQuery({
    ...buildPageQuery(object, { filter: [], sort: [], fields: [] }, 1),
    enabled: isOpen,
  });
  return (
    <>
      <button
        type="button"
        className="btn bad"
        disabled={!mayManage}
        title={mayManage ? undefined : words.records.onlyAdmins}
        onClick={() => setIsOpen(true)}
      >
        {words.records.deleteObject}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={interpolate(words.records.deleteTitle, { name: pluralName })}
          action={words.records.deleteObject}
          isBusy={!data || remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsOpen(false)}
        >
          <p role="status">
            {data ? pluralize(start.words, words.records.deleteCount, data.total) : words.records.counting}
          </p>
          <p>{words.records.deleteObjectHint}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

async function restore(slug: string): Promise<void> {
  try {
    await api.restoreObject({ params: { slug } });
    await queryClient.invalidateQueries({ queryKey: ['CRM objects'] });
    showToast(words.records.wasRestored);
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), { isError: true });
  }
}

import { Dialog } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors, queryClient, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { recordApi } from './record-api.ts';
import type { CrmObject } from './rules.ts';
import { toViewBody, type Settings, type View } from './search.rules.ts';

/** The dialogs that ask for the name of a view. */

/** Reads the views again, so that the new one can be shown. */
export async function refreshViews(slug: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [recordApi(slug).tag] });
}

interface NewViewProps {
  readonly object: CrmObject;
  readonly shown: Settings;
  readonly isShared: boolean;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

export function NewView({ object, shown, isShared, onClose, onSaved }: NewViewProps) {
  const create = useChange('createView', words.records.viewSaved);
  const send = (values: FormData): void => {
    const name = String(values.get('name') ?? '').trim();
    create.mutate(
      { params: { objectSlug: object.slug }, body: { ...toViewBody(shown), name, isShared } },
      {
        onSuccess: async ({ id }) => {
          await refreshViews(object.slug);
          onSaved(id);
        },
      },
    );
  };
  return (
    <Dialog title={isShared ? words.records.newViewForAll : words.records.newViewForMe} onClose={onClose}>
      <Form errors={getFieldErrors(create.error)} onSubmit={send}>
        <TextField label={words.records.viewName} name="name" maxLength={100} autoFocus />
        <div className="row end">
          <button type="button" className="btn" onClick={onClose}>
            {words.shell.cancel}
          </button>
          <button type="submit" className="btn main" disabled={create.isPending}>
            {words.shell.save}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

interface RenameViewProps {
  readonly object: CrmObject;
  readonly view: View;
  readonly onClose: () => void;
}

export function RenameView({ object, view, onClose }: RenameViewProps) {
  const update = useChange('updateView', words.records.viewSaved);
  const send = (values: FormData): void =>
    update.mutate(
      {
        params: { objectSlug: object.slug, viewId: view.id },
        body: { name: String(values.get('name') ?? '').trim() },
      },
      {
        onSuccess: async () => {
          await refreshViews(object.slug);
          onClose();
        },
      },
    );
  return (
    <Dialog title={words.records.renameView} onClose={onClose}>
      <Form errors={getFieldErrors(update.error)} onSubmit={send}>
        <TextField label={words.records.viewName} name="name" value={view.name} maxLength={100} autoFocus />
        <div className="row end">
          <button type="submit" className="btn main" disabled={update.isPending}>
            {words.shell.save}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

import { interpolate, pluralize } from '@daybook/booking/locale';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkBar } from '../kit/bulk-bar.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, SelectField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { Problem } from '../kit/states.tsx';
import { showToast } from '../kit/toasts.tsx';
import { api, getFieldErrors } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { refreshRecords } from './data.ts';
import { usePermissions } from './objects.ts';
import {
  toFilterBody,
  isEditable,
  toPlainValues,
  listShownAttributes,
  type CrmObject,
  type Filter,
} from './rules.ts';
import type { Selection } from '../kit/selection.ts';
import { formatNoun } from './standard-names.ts';
import { ValueField } from './value-field.tsx';

/** What can be done with the records that are selected. */

interface RecordBulkBarProps {
  readonly object: CrmObject;
  readonly selection: Selection;
  readonly onMerge: (ids: readonly string[]) => void;
}

export function RecordBulkBar({ object, selection, onMerge }: RecordBulkBarProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const { mayWrite, mayManage, whyNot } = usePermissions(object);
  const ids = [...selection.ids];
  const close = (): void => setOpen(undefined);
  const done = (): void => {
    close();
    selection.clear();
  };
  return (
    <BulkBar count={ids.length} onClear={selection.clear}>
      <button
        type="button"
        className="btn small"
        disabled={!mayWrite}
        title={mayWrite ? undefined : whyNot}
        onClick={() => setOpen('edit')}
      >
        <Icon name="pencil" />
        {words.records.edit}
      </button>
      <button
        type="button"
        className="btn small"
        disabled={!mayWrite || ids.length !== 2}
        title={ids.length === 2 ? undefined : words.records.mergeTwo}
        onClick={() => onMerge(ids)}
      >
        <Icon name="merge" />
        {words.records.merge}
      </button>
      <button
        type="button"
        className="btn small bad"
        disabled={!mayManage}
        title={mayManage ? undefined : words.records.onlyAdmins}
        onClick={() => setOpen('delete')}
      >
        <Icon name="trash" />
        {words.records.remove}
      </button>
      {open === 'edit' && <BulkEdit object={object} ids={ids} onClose={close} onDone={done} />}
      {open === 'delete' && <BulkDelete object={object} what={{ ids }} onClose={close} onDone={done} />}
    </BulkBar>
  );
}

interface BulkEditProps {
  readonly object: CrmObject;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const maxAtOnce = 1000;

function chunks(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / maxAtOnce) }, (_, index) =>
    ids.slice(index * maxAtOnce, (index + 1) * maxAtOnce),
  );
}

function BulkEdit({ object, ids, onClose, onDone }: BulkEditProps) {
  const attributes = listShownAttributes(object).filter(
    (attribute) => isEditable(object, attribute) && !attribute.isUnique,
  );
  const [key, setKey] = useState(attributes[0]?.key ?? '');
  const [value, setValue] = useState<unknown>(null);
  const attribute = attributes.find((each) => each.key === key);
  const edit = useMutation({
    mutationFn: async () => {
      let failed = 0;
      for (const some of chunks(ids)) {
        const results = await api.writeBulk({
          params: { objectSlug: object.slug },
          body: {
            mode: 'each',
            matchingAttribute: 'id',
            records: some.map((id) => ({ id, ...toPlainValues(object, { [key]: value }) })),
          },
        });
        failed += results.filter(({ status }) => status === 'failed').length;
      }
      return failed;
    },
    onSuccess: async (failed) => {
      const changed = ids.length - failed;
      showToast(pluralize(start.words, words.records.wereChanged, changed), { isError: failed > 0 });
      await refreshRecords();
      onDone();
    },
  });
  return (
    <Dialog title={pluralize(start.words, words.records.editTitle, ids.length)} onClose={onClose}>
      <Form errors={getFieldErrors(edit.error)} onSubmit={() => edit.mutate()}>
        <SelectField
          label={words.records.field}
          name="key"
          value={key}
          onChange={(chosen) => {
            setKey(chosen);
            setValue(null);
          }}
          choices={attributes.map((each) => ({ value: each.key, label: each.label }))}
        />
        {attribute && <ValueField key={key} attribute={attribute} value={value} onChange={setValue} />}
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={edit.isPending}>
            {pluralize(start.words, words.records.editDo, ids.length)}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface BulkDeleteProps {
  readonly object: CrmObject;
  /** By their ids, or all that a filter finds. */
  readonly what: { readonly ids: readonly string[] } | { readonly filter: readonly Filter[] };
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Counts what would be deleted before it asks. */
export function BulkDelete({ object, what, onClose, onDone }: BulkDeleteProps) {
  const params = { objectSlug: object.slug };
  const batches =
    'ids' in what ? chunks(what.ids).map((ids) => ({ ids })) : [{ filter: toFilterBody(what.filter) }];
  const dryRun = useQuery({
    queryKey: ['CRM records', 'deleteBulk', object.slug, what, 'dry run'],
    queryFn: async () => {
      let count = 0;
      for (const body of batches) {
        const found = await api.deleteBulk({ params, body: { ...body, dryRun: true } });
        count += found.count + found.remaining;
      }
      return count;
    },
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: async () => {
      let count = 0;
      for (const body of batches) {
        for (let remaining = 1; remaining > 0;) {
          const deleted = await api.deleteBulk({ params, body });
          count += deleted.count;
          remaining = deleted.count > 0 ? deleted.remaining : 0;
        }
      }
      return count;
    },
    onSuccess: async (count) => {
      showToast(pluralize(start.words, words.records.wereDeleted, count));
      await refreshRecords();
      onDone();
    },
  });
  const count = dryRun.data;
  return (
    <ConfirmDialog
      title={interpolate(words.records.deleteTitle, { name: formatNoun(object.pluralName) })}
      action={pluralize(start.words, words.records.deleteDo, count ?? 0)}
      isBusy={!count || remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {dryRun.error && <Problem error={dryRun.error} onRetry={() => void dryRun.refetch()} />}
      <p role="status">
        {count === undefined
          ? words.records.counting
          : pluralize(start.words, words.records.deleteCount, count)}
      </p>
      <p>{words.records.deleteHint}</p>
    </ConfirmDialog>
  );
}

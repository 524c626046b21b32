import { interpolate } from '@daybook/booking/locale';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PickerButton } from '../../kit/picker.tsx';
import { showToast } from '../../kit/toasts.tsx';
import { api } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { refreshRecords } from '../data.ts';
import { downloadFile } from '../download.ts';
import { getRecordTitle, usePermissions } from '../objects.ts';
import { recordApi } from '../record-api.ts';
import type { CrmObject, CrmRecord } from '../rules.ts';
import { getTraits } from '../standard-objects.ts';

interface RecordMenuProps {
  readonly object: CrmObject;
  readonly record: CrmRecord;
  readonly onGone: () => void;
}

/** What can be done with one record; of a person also what the law asks for. */
export function RecordMenu({ object, record, onGone }: RecordMenuProps) {
  const { mayWrite, mayManage } = usePermissions(object);
  const [isErasing, setIsErasing] = useState(false);
  const title = getRecordTitle(object, record);
  const remove = useMutation({
    mutationFn: () => recordApi(object.slug).delete(record.id),
    onSuccess: async () => {
      onGone();
      const take = showToast(interpolate(words.records.wasDeleted, { title }), {
        undo: () => {
          take();
          void restore(object, record.id);
        },
      });
      await refreshRecords();
    },
  });
  const exported = useMutation({
    mutationFn: () => api.exportPerson({ params: { id: record.id } }),
    onSuccess: (data) => downloadFile(`${title}.json`, JSON.stringify(data, null, 2), 'application/json'),
  });
  const { isPerson } = getTraits(object);
  const actions: Readonly<Record<string, () => void>> = {
    export: () => exported.mutate(),
    erase: () => setIsErasing(true),
    delete: () => remove.mutate(),
  };
  const choices = [
    ...(isPerson && mayManage
      ? [
          { id: 'export', label: words.records.exportPerson },
          { id: 'erase', label: words.records.erase },
        ]
      : []),
    ...(mayWrite ? [{ id: 'delete', label: words.records.remove }] : []),
  ];
  return (
    <>
      <PickerButton
        label={words.records.more}
        isShort
        className="btn quiet small square"
        isDisabled={choices.length === 0}
        choices={choices}
        onChoose={(id) => actions[id]?.()}
      >
        <Icon name="more" />
      </PickerButton>
      {isErasing && (
        <EraseDialog id={record.id} title={title} onClose={() => setIsErasing(false)} onGone={onGone} />
      )}
    </>
  );
}

async function restore(object: CrmObject, recordId: string): Promise<void> {
  try {
    await api.restoreRecord({ params: { objectSlug: object.slug, recordId } });
    showToast(words.records.wasRestored);
    await refreshRecords();
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), { isError: true });
  }
}

interface EraseDialogProps {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

/** For good and everywhere, so the name has to be typed. */
function EraseDialog({ id, title, onClose, onGone }: EraseDialogProps) {
  const erase = useMutation({
    mutationFn: () => api.erasePerson({ params: { id } }),
    onSuccess: async () => {
      showToast(words.records.wasErased);
      onGone();
      await refreshRecords();
    },
  });
  return (
    <ConfirmDialog
      title={interpolate(words.records.eraseTitle, { title })}
      action={words.records.erase}
      isBusy={erase.isPending}
      typed={title}
      onConfirm={() => erase.mutate()}
      onClose={onClose}
    >
      {words.records.eraseHint}
    </ConfirmDialog>
  );
}

import type { ReactNode } from 'react';
import { DropZone } from '../../kit/drop-zone.tsx';
import { showToast } from '../../kit/toasts.tsx';
import { formatError } from '../../platform/error-text.ts';
import { useChange } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { usePermissions } from '../objects.ts';
import type { CrmObject } from '../rules.ts';

interface DropFilesProps {
  readonly object: CrmObject;
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Files that are dropped anywhere on a record, or pasted into one of its fields or notes, are attached to it. */
export function DropFiles({ object, id, className, children }: DropFilesProps) {
  const { mayWrite, whyNot } = usePermissions(object);
  const { mutate } = useChange('createRecordFile', words.records.files.wasAdded);
  const params = { objectSlug: object.slug, recordId: id };
  const sendAll = ([file, ...others]: readonly File[]): void => {
    if (!file) return;
    mutate(
      { params, query: { name: file.name }, body: file, contentType: 'application/octet-stream' },
      {
        onSuccess: () => sendAll(others),
        onError: (error) => showToast(formatError(error), { isError: true }),
      },
    );
  };
  return (
    <DropZone
      label={words.direct.dropFiles}
      onFiles={sendAll}
      whyNot={mayWrite ? undefined : whyNot}
      {...(className && { className })}
    >
      {children}
    </DropZone>
  );
}

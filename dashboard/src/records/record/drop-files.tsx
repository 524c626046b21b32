import type { ReactNode } from 'react';
import { DropZone } from '../../kit/drop-zone.tsx';
import { showToast } from '../../kit/toasts.tsx';
import { formatError } from '../../platform/error-text.ts';
import { words } from '../../platform/words/words.ts';
import { usePermissions } from '../objects.ts';
import type { CrmObject } from '../rules.ts';
import { useAddFiles } from './use-add-files.ts';

interface DropFilesProps {
  readonly object: CrmObject;
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Files that are dropped anywhere on a record, or pasted into one of its fields or notes, are attached to it. */
export function DropFiles({ object, id, className, children }: DropFilesProps) {
  const { mayWrite, whyNot } = usePermissions(object);
  const { addFiles } = useAddFiles({ objectSlug: object.slug, recordId: id });
  return (
    <DropZone
      label={words.direct.dropFiles}
      onFiles={(files) => addFiles(files, (error) => showToast(formatError(error), { isError: true }))}
      whyNot={mayWrite ? undefined : whyNot}
      {...(className && { className })}
    >
      {children}
    </DropZone>
  );
}

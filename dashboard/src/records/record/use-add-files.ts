import { useChange } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';

/** Sends files to a record, one after the other: of those that are left when one is refused, none is sent. */
export function useAddFiles(params: { readonly objectSlug: string; readonly recordId: string }) {
  const send = useChange('createRecordFile', words.records.files.wasAdded);
  const addFiles = ([file, ...others]: readonly File[], onError?: (error: Error) => unknown): void => {
    if (!file) return;
    send.mutate(
      { params, query: { name: file.name }, body: file, contentType: 'application/octet-stream' },
      { onSuccess: () => addFiles(others, onError), ...(onError && { onError }) },
    );
  };
  return { addFiles, isPending: send.isPending, error: send.error };
}

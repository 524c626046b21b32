import { buildHref, type Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { DeleteButton } from '../../kit/delete-button.tsx';
import { ListFoot } from '../../kit/list-foot.tsx';
import { Problem } from '../../kit/states.tsx';
import { usePages } from '../../platform/pages.ts';
import { getFieldErrors } from '../../platform/query.ts';
import { formatShortMoment } from '../../platform/time.ts';
import { words } from '../../platform/words/words.ts';
import { formatFileSize } from './file-size.ts';
import { usePermissions } from '../objects.ts';
import type { CrmObject } from '../rules.ts';
import { useAddFiles } from './use-add-files.ts';

type RecordFile = Result<'listRecordFiles'>['items'][number];

interface FilesProps {
  readonly object: CrmObject;
  readonly id: string;
}

/** The files on a record. More come by a button, or are dropped on its page. */
export function RecordFiles({ object, id }: FilesProps) {
  const params = { objectSlug: object.slug, recordId: id };
  const list = usePages('listRecordFiles', { params, query: { count: 20 } });
  const { mayWrite, whyNot } = usePermissions(object);
  const { addFiles, isPending, error } = useAddFiles(params);
  const wrong = Object.values(getFieldErrors(error)).flat();
  return (
    <div className="col gap3">
      <div className="row wrap">
        <label className="btn small" aria-disabled={!mayWrite || isPending || undefined} title={whyNot}>
          {isPending ? words.records.files.sending : words.records.files.add}
          <input
            type="file"
            className="hidden"
            multiple
            aria-label={words.records.files.add}
            disabled={!mayWrite || isPending}
            onChange={({ target }) => {
              addFiles([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </label>
        <span className="muted small">{mayWrite ? words.records.files.hint : whyNot}</span>
      </div>
      {wrong.length > 0 && (
        <p className="wrong" role="alert">
          {wrong.join(' ')}
        </p>
      )}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.items?.length === 0 && <p className="muted">{words.records.files.none}</p>}
      {list.items && list.items.length > 0 && (
        <div className="card">
          <ul className="entries" aria-label={words.records.tabs.files}>
            {list.items.map((file) => (
              <FileItem key={file.id} file={file} params={params} mayDelete={mayWrite} />
            ))}
          </ul>
          {list.hasNextPage && <ListFoot list={list} text="" />}
        </div>
      )}
    </div>
  );
}

interface FileProps {
  readonly file: RecordFile;
  readonly params: { readonly objectSlug: string; readonly recordId: string };
}

interface FileItemProps extends FileProps {
  readonly mayDelete: boolean;
}

function FileItem({ file, params, mayDelete }: FileItemProps) {
  const facts = [formatFileSize(file.sizeBytes), file.creator?.name, formatShortMoment(file.createdAt)];
  return (
    <li>
      <div className="grow">
        <a
          className="link"
          href={buildHref('downloadRecordFile', { params: { ...params, fileId: file.id } })}
          download={file.name}
        >
          {file.name}
        </a>
        <p className="muted small">{facts.filter(Boolean).join(', ')}</p>
      </div>
      {mayDelete && (
        <DeleteButton
          operation="deleteRecordFile"
          input={{ params: { ...params, fileId: file.id } }}
          label={words.records.files.remove}
          of={file.name}
          title={interpolate(words.records.files.removeTitle, { name: file.name })}
          hint={<p>{words.records.files.removeHint}</p>}
          done={words.records.files.wasRemoved}
          kind="quiet bad"
          isSmall
        />
      )}
    </li>
  );
}

import type { Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NoteForm } from '../../kit/note-form.tsx';
import { NoteItem } from '../../kit/note-item.tsx';
import { Problem } from '../../kit/states.tsx';
import { getFieldErrors, buildQuery, useChange } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { useSession } from '../../shell/session.ts';
import { refreshRecords } from '../data.ts';
import { usePermissions } from '../objects.ts';
import type { CrmObject } from '../rules.ts';

type Note = Result<'listRecordNotes'>['items'][number];

interface NotesProps {
  readonly object: CrmObject;
  readonly id: string;
}

const maxNotes = 50;

export function RecordNotes({ object, id }: NotesProps) {
  const params = { objectSlug: object.slug, recordId: id };
  const { data, error, refetch } = useQuery(
    buildQuery('listRecordNotes', { params, query: { count: maxNotes } }),
  );
  const create = useChange('createRecordNote');
  const { mayWrite, whyNot } = usePermissions(object);
  const [version, setVersion] = useState(0);
  return (
    <div className="col gap3">
      <NoteForm
        key={version}
        label={words.notes.write}
        html=""
        errors={getFieldErrors(create.error)}
        isBusy={create.isPending}
        whyNot={mayWrite ? undefined : whyNot}
        onSave={(note) =>
          create.mutate(
            { params, body: { note } },
            {
              onSuccess: async () => {
                setVersion(version + 1);
                await refreshRecords();
              },
            },
          )
        }
      />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.items.map((note) => (
        <RecordNote key={note.id} note={note} params={params} />
      ))}
    </div>
  );
}

interface RecordNoteProps {
  readonly note: Note;
  readonly params: { readonly objectSlug: string; readonly recordId: string };
}

/** Its author may change it, and so may owners and admins. */
function RecordNote({ note, params }: RecordNoteProps) {
  const { user, role } = useSession();
  const update = useChange('updateRecordNote');
  const remove = useChange('deleteRecordNote');
  const noteParams = { ...params, noteId: note.id };
  const isMine = role !== 'user' || note.author.uuid === user.uuid;
  return (
    <NoteItem
      html={note.note}
      author={note.author.name ?? words.records.actors[note.author.type]}
      updatedAt={note.updatedAt}
      whyNot={isMine ? undefined : words.records.notAuthor}
      errors={getFieldErrors(update.error)}
      isSaving={update.isPending}
      isRemoving={remove.isPending}
      onSave={(text, onSuccess) => update.mutate({ params: noteParams, body: { note: text } }, { onSuccess })}
      onRemove={() => remove.mutate({ params: noteParams })}
    />
  );
}

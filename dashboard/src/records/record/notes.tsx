import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NoteForm } from '../../kit/note-form.tsx';
import { RichText } from '../../kit/rich-text.tsx';
import { Problem } from '../../kit/states.tsx';
import { getFieldErrors, buildQuery, useChange } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { useSession } from '../../shell/session.ts';
import { refreshRecords } from '../data.ts';
import { usePermissions } from '../objects.ts';
import type { CrmObject } from '../rules.ts';
import { formatInstant } from '../value-text.ts';

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
        <NoteItem key={note.id} note={note} params={params} />
      ))}
    </div>
  );
}

interface NoteItemProps {
  readonly note: Note;
  readonly params: { readonly objectSlug: string; readonly recordId: string };
}

/** Its author may change it, and so may owners and admins. */
function NoteItem({ note, params }: NoteItemProps) {
  const { user, role } = useSession();
  const [isEdited, setIsEdited] = useState(false);
  const update = useChange('updateRecordNote');
  const remove = useChange('deleteRecordNote');
  const noteParams = { ...params, noteId: note.id };
  const isMine = role !== 'user' || note.author.uuid === user.uuid;
  const whyNot = isMine ? undefined : words.records.notAuthor;
  if (isEdited) {
    return (
      <NoteForm
        label={words.notes.change}
        html={note.note}
        errors={getFieldErrors(update.error)}
        isBusy={update.isPending}
        onSave={(text) =>
          update.mutate({ params: noteParams, body: { note: text } }, { onSuccess: () => setIsEdited(false) })
        }
        onCancel={() => setIsEdited(false)}
      />
    );
  }
  return (
    <article className="a-note">
      <RichText html={note.note} />
      <footer className="row small muted">
        <span className="grow">
          {interpolate(words.records.noteBy, {
            name: note.author.name ?? words.records.actors[note.author.type],
            at: formatInstant(note.updatedAt),
          })}
        </span>
        <button
          type="button"
          className="btn quiet small"
          disabled={whyNot !== undefined}
          title={whyNot}
          onClick={() => setIsEdited(true)}
        >
          {words.notes.edit}
        </button>
        <button
          type="button"
          className="btn quiet small"
          disabled={!isMine || remove.isPending}
          title={isMine ? undefined : words.records.notAuthor}
          onClick={() => remove.mutate({ params: noteParams })}
        >
          {words.notes.remove}
        </button>
      </footer>
    </article>
  );
}

import type { Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NoteForm } from '../kit/note-form.tsx';
import { NoteItem } from '../kit/note-item.tsx';
import { Problem } from '../kit/states.tsx';
import { useShortcut } from '../platform/commands.ts';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

type Note = Result<'listEventNotes'>[number];

/** The hosts' notes about an event. */
export function Notes({ uuid }: { readonly uuid: string }) {
  const { data, error, refetch } = useQuery(buildQuery('listEventNotes', { params: { uuid } }));
  const create = useChange('createNote');
  const [version, setVersion] = useState(0);
  useShortcut('n', words.events.writeNote, () =>
    document.querySelector<HTMLElement>('#new-note [role=textbox]')?.focus(),
  );
  return (
    <section className="col gap3" aria-labelledby="notes">
      <h3 id="notes">{words.notes.title}</h3>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.map((note) => (
        <EventNote key={note.uuid} note={note} />
      ))}
      <div id="new-note">
        <NoteForm
          key={version}
          label={words.notes.write}
          html=""
          place={`note ${uuid}`}
          errors={getFieldErrors(create.error)}
          isBusy={create.isPending}
          onSave={(note) =>
            create.mutate(
              { body: { relation: 'event', uuid, note } },
              { onSuccess: () => setVersion(version + 1) },
            )
          }
        />
      </div>
    </section>
  );
}

function EventNote({ note }: { readonly note: Note }) {
  const remove = useChange('deleteNote', words.notes.wasRemoved);
  return (
    <NoteItem
      html={note.note}
      place={note.uuid}
      author={`${note.creator.firstName} ${note.creator.lastName}`.trim()}
      updatedAt={note.updatedAt}
      isRemoving={remove.isPending}
      onRemove={() => remove.mutate({ params: { id: note.uuid } })}
      form={(close) => <EditNote note={note} onClose={close} />}
    />
  );
}

interface EditNoteProps {
  readonly note: Note;
  readonly onClose: () => void;
}

function EditNote({ note, onClose }: EditNoteProps) {
  const params = { id: note.uuid };
  const update = useEdit('updateNote', {
    shown: note,
    read: () => api.readNote({ params }),
    onTheirs: onClose,
  });
  return (
    <NoteForm
      label={words.notes.change}
      html={note.note}
      place={note.uuid}
      errors={getFieldErrors(update.error)}
      edit={update.edit}
      isBusy={update.isPending}
      onSave={(text) => update.mutate({ params, body: { note: text } }, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

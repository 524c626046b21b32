import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { NoteForm } from '../kit/note-form.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { Problem } from '../kit/states.tsx';
import { useShortcut } from '../platform/commands.ts';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { formatTime, formatDay, toWallTime } from '../platform/time.ts';
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
        <NoteItem key={note.uuid} note={note} />
      ))}
      <div id="new-note">
        <NoteForm
          key={version}
          label={words.notes.write}
          html=""
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

function NoteItem({ note }: { readonly note: Note }) {
  const [isEdited, setIsEdited] = useState(false);
  const update = useEdit('updateNote', {
    shown: note,
    read: () => api.readNote({ params: { id: note.uuid } }),
    onTheirs: () => setIsEdited(false),
  });
  const remove = useChange('deleteNote', words.notes.wasRemoved);
  const { day, clock } = toWallTime(note.updatedAt);
  const by = `${note.creator.firstName} ${note.creator.lastName}`.trim();
  if (isEdited) {
    return (
      <NoteForm
        label={words.notes.change}
        html={note.note}
        errors={getFieldErrors(update.error)}
        edit={update.edit}
        isBusy={update.isPending}
        onSave={(text) =>
          update.mutate(
            { params: { id: note.uuid }, body: { note: text } },
            { onSuccess: () => setIsEdited(false) },
          )
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
          {interpolate(words.notes.by, { name: by, day: formatDay(day), time: formatTime(clock) })}
        </span>
        <Button label={words.notes.edit} kind="quiet" isSmall onClick={() => setIsEdited(true)} />
        <Button
          label={words.notes.remove}
          kind="quiet"
          isSmall
          isBusy={remove.isPending}
          onClick={() => remove.mutate({ params: { id: note.uuid } })}
        />
      </footer>
    </article>
  );
}

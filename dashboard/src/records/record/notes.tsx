import type { Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { NoteForm } from '../../kit/note-form.tsx';
import { NoteItem } from '../../kit/note-item.tsx';
import { Problem } from '../../kit/states.tsx';
import { useEdit } from '../../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { useSession } from '../../shell/session.ts';
import { refreshRecords } from '../data.ts';
import { usePermissions } from '../objects.ts';
import type { CrmObject } from '../rules.ts';
import { useMentionable } from './use-mentionable.ts';

type Note = Result<'listRecordNotes'>['items'][number];

interface NotesProps {
  readonly object: CrmObject;
  readonly id: string;
  /** A new one is to be written: the field has the focus. */
  readonly isOpen: boolean;
}

const maxNotes = 50;

export function RecordNotes({ object, id, isOpen }: NotesProps) {
  const params = { objectSlug: object.slug, recordId: id };
  const { data, error, refetch } = useQuery(
    buildQuery('listRecordNotes', { params, query: { count: maxNotes } }),
  );
  const create = useChange('createRecordNote');
  const mentionable = useMentionable(object);
  const { mayWrite, whyNot } = usePermissions(object);
  const [version, setVersion] = useState(0);
  return (
    <div className="col gap3">
      <NoteForm
        key={version}
        label={words.notes.write}
        html=""
        place={`note ${id}`}
        help={words.records.page.noteHint}
        mentionable={mentionable}
        isOpen={isOpen && version === 0}
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
        <RecordNote key={note.id} note={note} object={object} params={params} />
      ))}
    </div>
  );
}

/** Stay on top of the timeline. */
export function PinnedNotes({ object, id }: Omit<NotesProps, 'isOpen'>) {
  const params = { objectSlug: object.slug, recordId: id };
  const { data } = useQuery(buildQuery('listRecordNotes', { params, query: { count: maxNotes } }));
  const pinned = data?.items.filter(({ pinnedAt }) => pinnedAt !== null) ?? [];
  if (pinned.length === 0) return null;
  return (
    <section className="col gap3" aria-label={words.records.page.pinned}>
      {pinned.map((note) => (
        <RecordNote key={note.id} note={note} object={object} params={params} />
      ))}
    </section>
  );
}

interface RecordNoteProps {
  readonly note: Note;
  readonly object: CrmObject;
  readonly params: { readonly objectSlug: string; readonly recordId: string };
}

/** Its author may change it, and so may owners and admins. Who may change the record may pin it. */
function RecordNote({ note, object, params }: RecordNoteProps) {
  const { user, role } = useSession();
  const { mayWrite, whyNot: whyNotPin } = usePermissions(object);
  const remove = useChange('deleteRecordNote');
  const pin = useChange(note.pinnedAt ? 'unpinRecordNote' : 'pinRecordNote');
  const noteParams = { ...params, noteId: note.id };
  const isMine = role !== 'user' || note.author.uuid === user.uuid;
  const { page } = words.records;
  return (
    <NoteItem
      html={note.note}
      place={note.id}
      author={note.author.name ?? words.records.actors[note.author.type]}
      updatedAt={note.updatedAt}
      isPinned={note.pinnedAt !== null}
      whyNot={isMine ? undefined : words.records.notAuthor}
      isRemoving={remove.isPending}
      onRemove={() => remove.mutate({ params: noteParams }, { onSuccess: refreshRecords })}
      form={(close) => <EditNote note={note} object={object} noteParams={noteParams} onClose={close} />}
      actions={
        <Button
          label={note.pinnedAt ? page.unpin : page.pin}
          kind="quiet"
          isSmall
          isBusy={pin.isPending}
          whyNot={mayWrite ? undefined : whyNotPin}
          onClick={() => pin.mutate({ params: noteParams }, { onSuccess: refreshRecords })}
        />
      }
    />
  );
}

interface EditNoteProps {
  readonly note: Note;
  readonly object: CrmObject;
  readonly noteParams: RecordNoteProps['params'] & { readonly noteId: string };
  readonly onClose: () => void;
}

/** Says who else has changed it meanwhile, instead of overwriting that. */
function EditNote({ note, object, noteParams, onClose }: EditNoteProps) {
  const mentionable = useMentionable(object);
  const { noteId: _, ...params } = noteParams;
  const update = useEdit('updateRecordNote', {
    shown: note,
    read: async () => {
      const { items } = await api.listRecordNotes({ params, query: { count: maxNotes } });
      return items.find(({ id }) => id === note.id) ?? note;
    },
    onTheirs: onClose,
  });
  return (
    <NoteForm
      label={words.notes.change}
      html={note.note}
      place={note.id}
      help={words.records.page.noteHint}
      mentionable={mentionable}
      isOpen
      edit={update.edit}
      errors={getFieldErrors(update.error)}
      isBusy={update.isPending}
      onSave={(text) =>
        update.mutate(
          { params: noteParams, body: { note: text } },
          {
            onSuccess: async () => {
              onClose();
              await refreshRecords();
            },
          },
        )
      }
      onCancel={onClose}
    />
  );
}

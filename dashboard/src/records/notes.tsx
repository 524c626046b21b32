import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, TextField } from '../kit/field.tsx';
import { Problem } from '../kit/states.tsx';
import { fieldErrors, query, useChange } from '../platform/query.ts';
import { htmlOfText, isPlainHtml, textOfHtml } from '../platform/html-text.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { refreshRecords } from './data.ts';
import { usePermissions } from './objects.ts';
import type { CrmObject } from './rules.ts';
import { instantText } from './value-text.ts';

type Note = Result<'listRecordNotes'>['items'][number];

interface NotesProps {
  readonly object: CrmObject;
  readonly id: string;
}

const mostNotes = 50;

export function RecordNotes({ object, id }: NotesProps) {
  const params = { objectSlug: object.slug, recordId: id };
  const { data, error, refetch } = useQuery(
    query('listRecordNotes', { params, query: { count: mostNotes } }),
  );
  const create = useChange('createRecordNote');
  const { mayWrite, whyNot } = usePermissions(object);
  const [version, setVersion] = useState(0);
  return (
    <div className="col gap3">
      <Form
        key={version}
        errors={fieldErrors(create.error)}
        onSubmit={(values) =>
          create.mutate(
            { params, body: { note: htmlOfText(String(values.get('note') ?? '')) } },
            {
              onSuccess: async () => {
                setVersion(version + 1);
                await refreshRecords();
              },
            },
          )
        }
      >
        <TextField label={words.notes.write} name="note" rows={3} />
        <div className="row end">
          <button
            type="submit"
            className="btn small"
            disabled={!mayWrite || create.isPending}
            title={mayWrite ? undefined : whyNot}
          >
            {words.notes.save}
          </button>
        </div>
      </Form>
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
  const isPlain = isPlainHtml(note.note);
  const whyNot = isMine ? (isPlain ? undefined : words.notes.formatted) : words.records.notAuthor;
  if (isEdited) {
    return (
      <Form
        errors={fieldErrors(update.error)}
        onSubmit={(values) =>
          update.mutate(
            { params: noteParams, body: { note: htmlOfText(String(values.get('note') ?? '')) } },
            { onSuccess: () => setIsEdited(false) },
          )
        }
      >
        <TextField label={words.notes.change} name="note" value={textOfHtml(note.note)} rows={3} />
        <div className="row end">
          <button type="button" className="btn small" onClick={() => setIsEdited(false)}>
            {words.shell.cancel}
          </button>
          <button type="submit" className="btn small" disabled={update.isPending}>
            {words.notes.save}
          </button>
        </div>
      </Form>
    );
  }
  return (
    <article className="a-note">
      <p className="lines">{textOfHtml(note.note)}</p>
      <footer className="row small muted">
        <span className="grow">
          {interpolate(words.records.noteBy, {
            name: note.author.name ?? words.records.actors[note.author.type],
            at: instantText(note.updatedAt),
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

import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, TextField } from '../kit/field.tsx';
import { Problem } from '../kit/states.tsx';
import { fieldErrors, query, useChange } from '../platform/query.ts';
import { htmlOfText, isPlainHtml, textOfHtml } from '../platform/html-text.ts';
import { clockIn, dayText, wallAt } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';

type Note = Result<'listEventNotes'>[number];

/** The hosts' notes about an event. */
export function Notes({ uuid }: { readonly uuid: string }) {
  const { data, error, refetch } = useQuery(query('listEventNotes', { params: { uuid } }));
  const create = useChange('createNote');
  const [version, setVersion] = useState(0);
  return (
    <section className="col gap3" aria-labelledby="notes">
      <h3 id="notes">{words.notes.title}</h3>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.map((note) => (
        <NoteItem key={note.uuid} note={note} />
      ))}
      <NoteForm
        key={version}
        label={words.notes.write}
        text=""
        errors={fieldErrors(create.error)}
        isBusy={create.isPending}
        onSave={(text) =>
          create.mutate(
            { body: { relation: 'event', uuid, note: htmlOfText(text) } },
            { onSuccess: () => setVersion(version + 1) },
          )
        }
      />
    </section>
  );
}

function NoteItem({ note }: { readonly note: Note }) {
  const [isEdited, setIsEdited] = useState(false);
  const update = useChange('updateNote');
  const remove = useChange('deleteNote');
  const { day, clock } = wallAt(note.updatedAt);
  const by = `${note.creator.firstName} ${note.creator.lastName}`.trim();
  if (isEdited) {
    return (
      <NoteForm
        label={words.notes.change}
        text={textOfHtml(note.note)}
        errors={fieldErrors(update.error)}
        isBusy={update.isPending}
        onSave={(text) =>
          update.mutate(
            { params: { id: note.uuid }, body: { note: htmlOfText(text) } },
            { onSuccess: () => setIsEdited(false) },
          )
        }
        onCancel={() => setIsEdited(false)}
      />
    );
  }
  const isPlain = isPlainHtml(note.note);
  return (
    <article className="a-note">
      <p className="lines">{textOfHtml(note.note)}</p>
      <footer className="row small muted">
        <span className="grow">
          {interpolate(words.notes.by, { name: by, day: dayText(day), time: clockIn(clock) })}
        </span>
        <button
          type="button"
          className="btn quiet small"
          disabled={!isPlain}
          title={isPlain ? undefined : words.notes.formatted}
          onClick={() => setIsEdited(true)}
        >
          {words.notes.edit}
        </button>
        <button
          type="button"
          className="btn quiet small"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ params: { id: note.uuid } })}
        >
          {words.notes.remove}
        </button>
      </footer>
    </article>
  );
}

interface NoteFormProps {
  readonly label: string;
  readonly text: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly isBusy: boolean;
  readonly onSave: (text: string) => void;
  readonly onCancel?: () => void;
}

function NoteForm({ label, text, errors, isBusy, onSave, onCancel }: NoteFormProps) {
  return (
    <Form errors={errors} onSubmit={(values) => onSave(String(values.get('note') ?? ''))}>
      <TextField label={label} name="note" value={text} rows={3} help={words.notes.hint} />
      <div className="row end">
        {onCancel && (
          <button type="button" className="btn small" onClick={onCancel}>
            {words.shell.cancel}
          </button>
        )}
        <button type="submit" className="btn small" disabled={isBusy}>
          {words.notes.save}
        </button>
      </div>
    </Form>
  );
}

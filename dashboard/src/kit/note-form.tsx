import { useEffect, useRef, useState } from 'react';
import type { Edit } from '../platform/edit.ts';
import { words } from '../platform/words/words.ts';
import { Button } from './button.tsx';
import { dropDraft, getDraft, keepDraft } from './drafts.ts';
import { Form } from './field.tsx';
import type { Mentionable } from './mention.rules.ts';
import { RichTextField } from './rich-text.tsx';

interface NoteFormProps {
  readonly label: string;
  readonly html: string;
  /** Where it belongs: what is typed there and not saved comes back with the form. */
  readonly place: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly edit?: Edit;
  readonly isBusy: boolean;
  /** Why it can't be saved. */
  readonly whyNot?: string | undefined;
  /** What helps to write it; by default, who can read a note. */
  readonly help?: string;
  /** What sends it; by default, that the note is saved. */
  readonly action?: string;
  readonly mentionable?: readonly Mentionable[];
  /** Ready to be typed into. */
  readonly isOpen?: boolean;
  /** Of the field in the request. */
  readonly name?: 'note' | 'comment';
  readonly onSave: (html: string) => void;
  readonly onCancel?: () => void;
}

/** For a new note or comment, or one that is changed. */
export function NoteForm(props: NoteFormProps) {
  const { label, html, place, errors, edit, isBusy, whyNot, name = 'note', onSave, onCancel } = props;
  const [written, setWritten] = useState(getDraft(place) ?? html);
  const write = (text: string): void => {
    setWritten(text);
    if (text === html) dropDraft(place);
    else keepDraft(place, text);
  };
  const save = (): void => {
    dropDraft(place);
    onSave(written);
  };
  const cancel = (): void => {
    dropDraft(place);
    onCancel?.();
  };
  const wasBusy = useRef(false);
  useEffect(() => {
    // It is still here, so it was not saved.
    if (wasBusy.current && !isBusy) keepDraft(place, written);
    wasBusy.current = isBusy;
  }, [isBusy]);
  return (
    <Form errors={errors} {...(edit && { edit })} onSubmit={save}>
      <RichTextField
        label={label}
        name={name}
        html={written}
        onChange={write}
        help={props.help ?? words.notes.hint}
        mentionable={props.mentionable}
        isOpen={props.isOpen}
      />
      <div className="row end">
        {onCancel && <Button label={words.shell.cancel} isSmall onClick={cancel} />}
        <Button
          label={props.action ?? words.notes.save}
          isSmall
          isSubmit
          isBusy={isBusy}
          {...(whyNot && { whyNot })}
        />
      </div>
    </Form>
  );
}

import { useState } from 'react';
import type { Edit } from '../platform/edit.ts';
import { words } from '../platform/words/words.ts';
import { Button } from './button.tsx';
import { Form } from './field.tsx';
import { RichTextField } from './rich-text.tsx';

interface NoteFormProps {
  readonly label: string;
  readonly html: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly edit?: Edit;
  readonly isBusy: boolean;
  /** Why it can't be saved. */
  readonly whyNot?: string | undefined;
  readonly onSave: (html: string) => void;
  readonly onCancel?: () => void;
}

/** For a new note, or one that is changed. */
export function NoteForm({ label, html, errors, edit, isBusy, whyNot, onSave, onCancel }: NoteFormProps) {
  const [written, setWritten] = useState(html);
  return (
    <Form errors={errors} {...(edit && { edit })} onSubmit={() => onSave(written)}>
      <RichTextField label={label} name="note" html={written} onChange={setWritten} help={words.notes.hint} />
      <div className="row end">
        {onCancel && <Button label={words.shell.cancel} isSmall onClick={onCancel} />}
        <Button label={words.notes.save} isSmall isSubmit isBusy={isBusy} {...(whyNot && { whyNot })} />
      </div>
    </Form>
  );
}

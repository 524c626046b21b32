import { interpolate } from '@daybook/booking/locale';
import { useState, type ComponentProps } from 'react';
import { formatShortMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Button } from './button.tsx';
import { NoteForm } from './note-form.tsx';
import { RichText } from './rich-text.tsx';

interface NoteItemProps extends Pick<ComponentProps<typeof NoteForm>, 'errors' | 'edit'> {
  readonly html: string;
  readonly author: string;
  readonly updatedAt: string;
  /** Why the reader can't change it. */
  readonly whyNot?: string | undefined;
  readonly isSaving: boolean;
  readonly isRemoving: boolean;
  /** Saves another text, and calls what closes the form. */
  readonly onSave: (html: string, onSuccess: () => void) => void;
  readonly onRemove: () => void;
}

/** A note with who wrote it, and the form in its place while it is edited. */
export function NoteItem(props: NoteItemProps) {
  const { html, author, updatedAt, whyNot, errors, edit, isSaving, isRemoving, onSave, onRemove } = props;
  const [isEdited, setIsEdited] = useState(false);
  const close = (): void => setIsEdited(false);
  if (isEdited) {
    return (
      <NoteForm
        label={words.notes.change}
        html={html}
        errors={errors}
        {...(edit && { edit })}
        isBusy={isSaving}
        onSave={(text) => onSave(text, close)}
        onCancel={close}
      />
    );
  }
  return (
    <article className="a-note">
      <RichText html={html} />
      <footer className="row small muted">
        <span className="grow">
          {interpolate(words.notes.by, { name: author, when: formatShortMoment(updatedAt) })}
        </span>
        <Button
          label={words.notes.edit}
          kind="quiet"
          isSmall
          whyNot={whyNot}
          onClick={() => setIsEdited(true)}
        />
        <Button
          label={words.notes.remove}
          kind="quiet"
          isSmall
          whyNot={whyNot}
          isBusy={isRemoving}
          onClick={onRemove}
        />
      </footer>
    </article>
  );
}

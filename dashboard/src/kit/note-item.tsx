import { interpolate } from '@daybook/booking/locale';
import { useState, type ReactNode } from 'react';
import { formatShortMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Button } from './button.tsx';
import { dropDraft, getDraft } from './drafts.ts';
import { Icon } from './icon.tsx';
import { RichText } from './rich-text.tsx';

interface NoteItemProps {
  readonly html: string;
  /** Of its form. */
  readonly place: string;
  readonly author: string;
  readonly updatedAt: string;
  readonly isPinned?: boolean;
  /** What else can be done with it. */
  readonly actions?: ReactNode;
  /** Why the reader can't change it. */
  readonly whyNot?: string | undefined;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
  /** Takes its place while it is edited. */
  readonly form: (onClose: () => void) => ReactNode;
}

/** A note with who wrote it, and the form in its place while it is edited. */
export function NoteItem(props: NoteItemProps) {
  const {
    html,
    place,
    author,
    updatedAt,
    isPinned = false,
    actions,
    whyNot,
    isRemoving,
    onRemove,
    form,
  } = props;
  const [isEdited, setIsEdited] = useState(getDraft(place) !== undefined);
  const close = (): void => {
    dropDraft(place);
    setIsEdited(false);
  };
  if (isEdited) return form(close);
  return (
    <article className="a-note">
      <RichText html={html} />
      <footer className="row small muted wrap">
        {isPinned && <Icon name="pin" />}
        <span className="grow nowrap">
          {interpolate(words.notes.by, { name: author, when: formatShortMoment(updatedAt) })}
        </span>
        {actions}
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
          isBusy={isRemoving}
          whyNot={whyNot}
          onClick={onRemove}
        />
      </footer>
    </article>
  );
}

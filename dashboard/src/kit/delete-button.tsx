import type { Input, Operation } from '@daybook/client';
import { useState, type ReactNode } from 'react';
import { useChange } from '../platform/query.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { IconName } from './icon.tsx';

interface Deletion<O extends Operation> {
  readonly operation: O;
  readonly input: Input<O>;
  /** The verb, on the button and in the dialog. */
  readonly label: string;
  /** The question. */
  readonly title: string;
  /** What follows from it. */
  readonly hint: ReactNode;
  /** Said afterwards. */
  readonly done: string;
  /** Tags of the reference that change with it. */
  readonly others?: readonly string[];
  /** Leaves the page of what is gone; otherwise the dialog closes. */
  readonly onDeleted?: () => void;
}

interface DeleteButtonProps<O extends Operation> extends Deletion<O> {
  readonly kind?: 'bad' | 'quiet' | 'quiet bad';
  readonly isSmall?: boolean;
  readonly icon?: IconName;
  /** Tells the buttons of a list apart for people who don't see its rows. */
  readonly of?: string;
  readonly whyNot?: string | undefined;
}

/** Deletes after a question, for what can't be undone. */
export function DeleteButton<O extends Operation>({
  kind = 'bad',
  isSmall = false,
  icon,
  of: name,
  whyNot,
  ...deletion
}: DeleteButtonProps<O>) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        label={deletion.label}
        kind={kind}
        isSmall={isSmall}
        {...(icon && { icon, isSquare: true })}
        whyNot={whyNot}
        onClick={() => setIsAsking(true)}
      >
        {name && <span className="hidden"> {name}</span>}
      </Button>
      {isAsking && <DeleteDialog {...deletion} onClose={() => setIsAsking(false)} />}
    </>
  );
}

interface DeleteDialogProps<O extends Operation> extends Deletion<O> {
  readonly onClose: () => void;
}

/** The question alone, for a menu. A refusal closes it, too: behind a dialog, screen readers don't reach the message that says why. */
export function DeleteDialog<O extends Operation>(props: DeleteDialogProps<O>) {
  const { operation, input, label, title, hint, done, others, onDeleted, onClose } = props;
  const remove = useChange(operation, done, others);
  return (
    <ConfirmDialog
      title={title}
      action={label}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(input, { onSuccess: onDeleted ?? onClose, onError: onClose })}
      onClose={onClose}
    >
      {hint}
    </ConfirmDialog>
  );
}

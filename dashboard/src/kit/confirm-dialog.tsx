import { interpolate } from '@daybook/booking/locale';
import { useState, type ReactNode } from 'react';
import { words } from '../platform/words/words.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Form, TextField } from './field.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What follows from it. */
  readonly children: ReactNode;
  /** The verb: "Delete the page". */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly isBusy?: boolean;
  /** What must be typed first, for what can't be undone and reaches far. */
  readonly typed?: string;
}

/** Asks before something that can't be undone. Where it can, do it and offer `undoable` instead. */
export function ConfirmDialog({
  title,
  children,
  action,
  onConfirm,
  onClose,
  isBusy = false,
  typed = '',
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const isTyped = text.trim() === typed;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="muted">{children}</div>
      <Form errors={{}} onSubmit={() => isTyped && !isBusy && onConfirm()}>
        {typed && (
          <TextField
            label={interpolate(words.kit.typeToConfirm, { text: typed })}
            name="confirmation"
            value={text}
            onChange={setText}
            autoFocus
          />
        )}
        <DialogActions onClose={onClose}>
          <Button
            label={action}
            kind="danger"
            isSubmit
            isBusy={isBusy}
            whyNot={isTyped ? undefined : interpolate(words.kit.typeToConfirm, { text: typed })}
          />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

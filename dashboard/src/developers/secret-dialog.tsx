import type { ReactNode } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { words } from '../platform/words/words.ts';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A secret that the server shows once. */
export function SecretDialog({ title, secret, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <p className="note warn">{words.developers.shownOnce}</p>
      <div className="row">
        <output className="input mono grow lines secret">{secret}</output>
        <CopyButton text={secret} label={words.developers.copySecret} />
      </div>
      <DialogActions>
        <button type="button" className="btn main" onClick={onClose}>
          {words.developers.stored}
        </button>
      </DialogActions>
    </Dialog>
  );
}

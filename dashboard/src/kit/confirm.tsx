import { words } from '../platform/words/words.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly hint: string;
  /** Names the act, as the button does. */
  readonly label: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** For what can not be undone. */
export function Confirm({ title, hint, label, isBusy, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="muted">{hint}</p>
      <div className="row end">
        <button type="button" className="btn" onClick={onClose}>
          {words.shell.cancel}
        </button>
        <button type="button" className="btn danger" disabled={isBusy} onClick={onConfirm}>
          {label}
        </button>
      </div>
    </Dialog>
  );
}

import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { words } from '../platform/words/words.ts';
import { Button } from './button.tsx';

interface DialogProps {
  readonly title: string;
  /** Left out, it can only be answered. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/**
 * Above the page until it is answered or closed: a title with the way out, what is asked, and `DialogActions` at the end. Escape
 * closes it, and the focus goes back to what opened it.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <ModalOverlay
      className="veil"
      isOpen
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(isOpen) => !isOpen && onClose?.()}
    >
      <Modal className="dialog pop">
        <AriaDialog aria-label={title} className="col gap4">
          <header className="row">
            <h2 className="grow">{title}</h2>
            {onClose && (
              <Button
                label={words.shell.close}
                icon="close"
                kind="quiet"
                isSmall
                isSquare
                onClick={onClose}
              />
            )}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface DialogActionsProps {
  /** Leaves things as they are; left out where there is nothing to decide. */
  readonly onClose?: () => void;
  readonly cancel?: string;
  /** What is rarely done, such as deleting, at the other end. */
  readonly aside?: ReactNode;
  /** The main action. */
  readonly children: ReactNode;
}

/** The foot of a dialog: the main action comes last. */
export function DialogActions({ onClose, cancel = words.shell.cancel, aside, children }: DialogActionsProps) {
  return (
    <div className="row end wrap">
      {aside}
      {aside && <span className="grow" />}
      {onClose && <Button label={cancel} onClick={onClose} />}
      {children}
    </div>
  );
}

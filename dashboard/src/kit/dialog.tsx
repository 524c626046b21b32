import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

interface DialogProps {
  readonly title: string;
  /** Left out, it can only be answered. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Above the page until it is answered or closed. Escape closes it, and the focus goes back to what opened it. */
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
          <h2>{title}</h2>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

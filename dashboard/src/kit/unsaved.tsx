import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { words } from '../platform/words/words.ts';
import { Dialog, DialogActions } from './dialog.tsx';

/** Asks before an address is left on which something is not saved. Returns the question, to be rendered. */
export function useUnsaved(isChanged: boolean): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title={words.kit.unsaved} onClose={reset}>
      <p className="muted">{words.kit.unsavedHint}</p>
      <DialogActions onClose={reset} cancel={words.kit.stay}>
        <button type="button" className="btn danger" onClick={proceed}>
          {words.kit.discard}
        </button>
      </DialogActions>
    </Dialog>
  );
}

import { showToast } from '../kit/toasts.tsx';
import { formatError } from '../platform/error-text.ts';
import { api, queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

/** Until everyone is told: longer than the message is there, also when someone points at it (docs/decisions/0187). */
export const undoSeconds = 20;

interface ChangedEvent {
  readonly uuid: string;
  /** Null where everyone was told at once. */
  readonly undoUntil: string | null;
}

const messages = new Map<string, () => void>();

/** Says how an event was rescheduled or reassigned, with the way back. Of two changes of an event, the last can be undone. */
export function sayChanged({ uuid, undoUntil }: ChangedEvent, text: string): void {
  messages.get(uuid)?.();
  const dismiss = showToast(text, {
    ...(undoUntil !== null && { undo: () => void undoChange(uuid) }),
    onGone: () => messages.delete(uuid),
  });
  messages.set(uuid, dismiss);
}

async function undoChange(uuid: string): Promise<void> {
  messages.get(uuid)?.();
  try {
    await api.undoEventChange({ params: { uuid } });
    showToast(words.kit.wasUndone);
  } catch (error) {
    showToast(formatError(error), { isError: true });
  }
  await queryClient.invalidateQueries({ queryKey: ['Scheduled events'] });
}

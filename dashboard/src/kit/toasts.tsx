import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../platform/store.ts';
import { words } from '../platform/words/words.ts';
import { Icon } from './icon.tsx';

/** Short messages about what was done, at the foot of the window. */

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError?: boolean;
  /** Takes back what the message says. */
  readonly undo?: () => void;
  /** The message is gone, whether its time was over or somebody closed it. */
  readonly onGone?: () => void;
}

const shownMs = 8000;
const most = 3;

const store = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Returns what takes the message away. */
export function showToast(text: string, more: Omit<Toast, 'id' | 'text'> = {}): () => void {
  lastId += 1;
  const id = lastId;
  const others = store.get().filter((other) => other.text !== text || other.undo);
  const next = [...others, { id, text, ...more }];
  store.set(next);
  for (const { id: oldest } of next.slice(0, -most)) dismiss(oldest);
  wait(id);
  return () => dismiss(id);
}

/** Nobody loses a message, or the way back, while they point at it or have the focus in it. */
function wait(id: number): void {
  const isUsed = (): boolean => document.querySelector('.toasts:hover, .toasts:focus-within') !== null;
  setTimeout(() => (isUsed() ? wait(id) : dismiss(id)), shownMs);
}

function dismiss(id: number): void {
  const gone = store.get().find((each) => each.id === id);
  store.set(store.get().filter((each) => each.id !== id));
  gone?.onGone?.();
}

/** Changes that are not sent yet, by what they are about. */
const held = createStore<ReadonlyMap<number, PendingAction>>(new Map());

interface PendingAction {
  readonly keys: readonly string[];
  readonly run: (options: { readonly keepalive: boolean }) => unknown;
}

/**
 * Says that something is done, and holds it back for as long as the message with its "Undo" is there: for what the API can't
 * take back. When the page is left, it is sent at once.
 */
export function runUndoable(text: string, run: PendingAction['run'], keys: readonly string[] = []): void {
  lastId += 1;
  const id = lastId;
  const release = (): PendingAction | undefined => {
    const change = held.get().get(id);
    const rest = new Map(held.get());
    rest.delete(id);
    held.set(rest);
    return change;
  };
  held.set(new Map(held.get()).set(id, { keys, run }));
  const take = showToast(text, {
    undo: () => {
      release();
      take();
      showToast(words.kit.wasUndone);
    },
    onGone: () => void release()?.run({ keepalive: false }),
  });
}

/** Whether a change with this key waits, so that what it is about can already look as it will. */
export function useIsHeld(key: string): boolean {
  const changes = useSyncExternalStore(held.subscribe, held.get);
  return [...changes.values()].some(({ keys }) => keys.includes(key));
}

/** Takes back the newest change that waits. */
export function undoLast(): boolean {
  const last = store.get().findLast(({ undo }) => undo);
  last?.undo?.();
  return last !== undefined;
}

function sendHeld(): void {
  const changes = [...held.get().values()];
  held.set(new Map());
  for (const { run } of changes) run({ keepalive: true });
}

export function Toasts() {
  const toasts = useSyncExternalStore(store.subscribe, store.get);
  useEffect(() => {
    addEventListener('pagehide', sendHeld);
    return () => removeEventListener('pagehide', sendHeld);
  }, []);
  return (
    <section className="toasts" aria-label={words.shell.messages}>
      <div role="status">
        {toasts.map(({ id, text, isError, undo }) => (
          <div key={id} className={`toast${isError ? ' is-bad' : ''}`}>
            <span>{text}</span>
            {undo && (
              <button type="button" className="btn quiet small" onClick={undo}>
                {words.kit.undo}
              </button>
            )}
            <button
              type="button"
              className="btn quiet small square"
              aria-label={words.shell.dismiss}
              onClick={() => dismiss(id)}
            >
              <Icon name="close" />
            </button>
          </div>
        ))}
      </div>
    </section>
  );
}

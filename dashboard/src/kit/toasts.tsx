import { useSyncExternalStore } from 'react';
import { words } from '../platform/words/words.ts';
import { Icon } from './icon.tsx';

/** Short messages about what was done, at the foot of the window. */

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError?: boolean;
  /** Takes back what the message says. */
  readonly undo?: () => void;
}

const shownMs = 8000;
const most = 3;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Returns what takes the message away. */
export function toast(text: string, more: Omit<Toast, 'id' | 'text'> = {}): () => void {
  lastId += 1;
  const id = lastId;
  change([...shown.filter((other) => other.text !== text), { id, text, ...more }].slice(-most));
  setTimeout(() => dismiss(id), shownMs);
  return () => dismiss(id);
}

/** Takes back the newest change that says how. */
export function undoLast(): boolean {
  const last = shown.findLast(({ undo }) => undo);
  last?.undo?.();
  return last !== undefined;
}

function dismiss(id: number): void {
  change(shown.filter((other) => other.id !== id));
}

function change(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <section className="toasts" aria-label={words.shell.messages}>
      <div role="status">
        {toasts.map(({ id, text, isError, undo }) => (
          <div key={id} className={`toast${isError ? ' is-bad' : ''}`}>
            <span>{text}</span>
            {undo && (
              <button type="button" className="btn quiet small" onClick={undo}>
                {words.records.undo}
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

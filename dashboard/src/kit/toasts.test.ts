import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { en } from '../platform/words/en.ts';
import { registerWords } from '../platform/words/words.ts';
import { runUndoable, undoLast, showToast } from './toasts.tsx';

beforeEach(() => {
  registerWords(en);
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelector: () => null });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a change is held back for eight seconds, then sent once', () => {
  const run = vi.fn<() => void>();
  runUndoable('Event canceled.', run);
  vi.advanceTimersByTime(7900);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(run.mock.calls).toEqual([[{ keepalive: false }]]);
});

test('undone, it is never sent; the newest is undone first', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  runUndoable('First.', first);
  runUndoable('Second.', second);
  expect(undoLast()).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).not.toHaveBeenCalled();
  expect(undoLast()).toBe(false);
});

test('while somebody points at the messages, nothing is sent and none goes', () => {
  const run = vi.fn<() => void>();
  vi.stubGlobal('document', { querySelector: () => ({}) });
  runUndoable('Deleted.', run);
  vi.advanceTimersByTime(30_000);
  expect(run).not.toHaveBeenCalled();
  vi.stubGlobal('document', { querySelector: () => null });
  vi.advanceTimersByTime(8000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a message that has to make room sends its change, since nobody can undo it any more', () => {
  const run = vi.fn<() => void>();
  runUndoable('Deleted.', run);
  for (const text of ['One.', 'Two.', 'Three.']) showToast(text);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledTimes(1);
});

import { expect, test } from 'vitest';
import { isLinearizable, type Operation } from './linearizable.ts';

const operation = (
  kind: Operation['kind'],
  booking: string,
  [startedMs, endedMs]: [number, number],
  isDone = true,
): Operation => ({ kind, booking, startedMs, endedMs, isDone });

test('a booking, a refusal, a cancellation and another booking follow from each other', () => {
  expect(
    isLinearizable([
      operation('book', 'a', [0, 10]),
      operation('book', 'b', [5, 15], false),
      operation('cancel', 'a', [20, 30]),
      operation('book', 'c', [25, 35]),
    ]),
  ).toBe(true);
});

test('two bookings without a cancellation between them do not', () => {
  expect(isLinearizable([operation('book', 'a', [0, 10]), operation('book', 'b', [0, 10])])).toBe(false);
});

test('a refusal after the time was given back does not', () => {
  expect(
    isLinearizable([
      operation('book', 'a', [0, 10]),
      operation('cancel', 'a', [20, 30]),
      operation('book', 'b', [40, 50], false),
    ]),
  ).toBe(false);
});

test('one without an answer may have happened at any moment after its start', () => {
  const late = operation('book', 'a', [0, Infinity]);
  expect(isLinearizable([late, operation('book', 'b', [10, 20], false)])).toBe(true);
  expect(isLinearizable([late, operation('book', 'b', [10, 20]), operation('cancel', 'b', [30, 40])])).toBe(
    true,
  );
  expect(isLinearizable([operation('book', 'b', [-20, -10], false), late])).toBe(false);
});

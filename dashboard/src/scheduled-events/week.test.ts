import { toClock } from '@daybook/booking/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitIntoPieces, placePieces, startOfWeek, type Piece } from './week.ts';

// Instants of these tests are minutes from day 0.
const wallOf = (text: string) => ({
  day: Math.floor(Number(text) / 1440),
  clock: toClock(Number(text) % 1440),
});
const eventAt = (from: number, to: number) => ({ startTime: String(from), endTime: String(to) });

test('an event over midnight has a piece on each day that is shown', () => {
  const event = eventAt(1440 - 60, 1440 + 30);
  expect(splitIntoPieces([event], { first: 0, last: 6, wallOf })).toEqual([
    { event, day: 0, from: 1380, to: 1440 },
    { event, day: 1, from: 0, to: 30 },
  ]);
  expect(splitIntoPieces([event], { first: 1, last: 6, wallOf })).toHaveLength(1);
  expect(splitIntoPieces([eventAt(60, 1440)], { first: 0, last: 6, wallOf })).toHaveLength(1);
});

describe('side by side', () => {
  const piece = (from: number, to: number, day = 0): Piece<string> => ({ event: `${from}`, day, from, to });
  const columnsOf = (pieces: Piece<string>[]) =>
    placePieces(pieces).map(({ event, column, columns }) => `${event}: ${column} of ${columns}`);

  test('those that overlap share the width, also through a third; others have it alone', () => {
    expect(columnsOf([piece(540, 600), piece(570, 660), piece(640, 700), piece(720, 780)])).toEqual([
      '540: 0 of 2',
      '570: 1 of 2',
      '640: 0 of 2',
      '720: 0 of 1',
    ]);
  });

  test('one after the other, and on different days, nothing is shared', () => {
    expect(columnsOf([piece(540, 600), piece(600, 660), piece(540, 600, 1)])).toEqual([
      '540: 0 of 1',
      '600: 0 of 1',
      '540: 0 of 1',
    ]);
  });

  test('no two that overlap are in the same column', () => {
    const some = fc.record({ day: fc.nat(2), from: fc.nat(1400), length: fc.integer({ min: 1, max: 300 }) });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), (list) => {
        const pieces = placePieces(
          list.map(({ day, from, length }, index) => ({
            event: index,
            day,
            from,
            to: Math.min(1440, from + length),
          })),
        );
        expect(pieces).toHaveLength(list.length);
        for (const a of pieces) {
          expect(a.column).toBeLessThan(a.columns);
          for (const b of pieces) {
            if (a === b || a.day !== b.day || a.column !== b.column) continue;
            expect(a.to <= b.from || b.to <= a.from).toBe(true);
          }
        }
      }),
    );
  });
});

test('a week begins on the first day of the reader', () => {
  // Day 4 is a Monday.
  expect([startOfWeek(4, 1, 1), startOfWeek(10, 0, 1), startOfWeek(4, 1, 0), startOfWeek(4, 1, 6)]).toEqual([
    4, 4, 3, 2,
  ]);
});

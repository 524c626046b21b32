import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  getEdgeLimits,
  getMinuteAt,
  computeScale,
  computeShare,
  stepMinute,
  addBar,
  drawBar,
  moveEdge,
  moveBar,
  removeBar,
} from './bars.ts';
import { parseMinute, toWeek, type Range } from './rules.ts';

const day: Range[] = [
  ['09:00', '12:30'],
  ['13:30', '17:00'],
];

describe('bars', () => {
  test('an edge goes as far as its neighbour, and leaves a step to its own other edge', () => {
    expect(getEdgeLimits(day, 1, 'start')).toEqual({ least: 750, most: 1005 });
    expect(getEdgeLimits(day, 1, 'end')).toEqual({ least: 825, most: 1440 });
    expect(moveEdge(day, 0, 'end', 20 * 60)).toEqual([['09:00', '13:30'], day[1]]);
    expect(moveEdge(day, 0, 'start', 20 * 60)).toEqual([['12:15', '12:30'], day[1]]);
    expect(moveEdge(day, 1, 'end', 25 * 60)).toEqual([day[0], ['13:30', '24:00']]);
  });

  test('a whole bar keeps its length, and stops at its neighbours', () => {
    expect(moveBar(day, 0, 9 * 60 + 30)).toEqual([['09:30', '13:00'], day[1]]);
    expect(moveBar(day, 0, 20 * 60)).toEqual([['10:00', '13:30'], day[1]]);
    expect(moveBar(day, 1, 0)).toEqual([day[0], ['12:30', '16:00']]);
  });

  test('a new one comes after the last, or into a gap; a full day takes none', () => {
    expect(addBar([])).toEqual({ ranges: [['09:00', '17:00']], index: 0 });
    expect(addBar(day)).toEqual({ ranges: [...day, ['18:00', '19:00']], index: 2 });
    expect(addBar([['08:00', '24:00']])).toEqual({
      ranges: [
        ['00:00', '01:00'],
        ['08:00', '24:00'],
      ],
      index: 0,
    });
    expect(addBar([['00:00', '24:00']])).toBeUndefined();
  });

  test('one that is drawn ends at its neighbours, and is at least a step long', () => {
    expect(drawBar(day, 18 * 60, 19 * 60)?.ranges[2]).toEqual(['18:00', '19:00']);
    expect(drawBar(day, 18 * 60, 10 * 60)?.ranges[2]).toEqual(['17:00', '18:00']);
    expect(drawBar(day, 10 * 60, 11 * 60)).toBeUndefined();
    expect(drawBar(day, 18 * 60, 18 * 60)).toBeUndefined();
    expect(removeBar(day, 0)).toEqual([day[1]]);
  });

  test('steps end on full quarters of an hour', () => {
    expect([stepMinute(545, 1), stepMinute(545, -1), stepMinute(540, 4), stepMinute(540, -4)]).toEqual([
      555, 540, 600, 480,
    ]);
  });

  test('the scale grows with the hours, and is read back as it was drawn', () => {
    expect(computeScale(toWeek({ weekly_hours: [] }))).toEqual({ from: 360, to: 1320 });
    const scale = computeScale(toWeek({ weekly_hours: [{ day: 'Sun', timesets: [['05:15', '24:00']] }] }));
    expect(scale).toEqual({ from: 240, to: 1440 });
    expect(getMinuteAt(scale, computeShare(scale, 600) / 100)).toBe(600);
    expect(getMinuteAt(scale, 7)).toBe(1440);
  });

  test('whatever is done, bars stay in order, apart, and within the day', () => {
    const minute = fc.integer({ min: -300, max: 1800 });
    const act = fc.tuple(fc.constantFrom('edge', 'move', 'add', 'draw', 'remove'), fc.nat(6), minute, minute);
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        let ranges: Range[] = [];
        for (const [kind, number, a, b] of acts) {
          const index = ranges.length === 0 ? 0 : number % ranges.length;
          if (kind === 'add') ranges = addBar(ranges)?.ranges ?? ranges;
          else if (kind === 'draw') ranges = drawBar(ranges, a, b)?.ranges ?? ranges;
          else if (ranges.length === 0) continue;
          else if (kind === 'edge') ranges = moveEdge(ranges, index, number % 2 ? 'start' : 'end', a);
          else if (kind === 'move') ranges = moveBar(ranges, index, a);
          else ranges = removeBar(ranges, index);
          const minutes = ranges.flatMap(([start, end]) => [parseMinute(start), parseMinute(end)]);
          expect(minutes).toEqual(minutes.toSorted((x, y) => x - y));
          expect(ranges.every(([start, end]) => start < end && end <= '24:00')).toBe(true);
        }
      }),
    );
  });
});

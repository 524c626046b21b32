import { describe, expect, test } from 'vitest';
import {
  diffDates,
  groupDateRuns,
  formatHours,
  sumWeekMinutes,
  parseHours,
  listRuns,
  toWeek,
  findDateRunFault,
  addDates,
  removeDates,
  type Range,
} from './rules.ts';

describe('typed hours', () => {
  test.each([
    ['', ''],
    ['9-17', '09:00-17:00'],
    ['9:00-12:30, 13-17', '09:00-12:30, 13:00-17:00'],
    ['13-17; 9–12', '09:00-12:00, 13:00-17:00'],
    ['9 am to 5 pm', '09:00-17:00'],
    ['12am-12pm', '00:00-12:00'],
    ['0930-1800', '09:30-18:00'],
    ['8-9 and 10-11', '08:00-09:00, 10:00-11:00'],
    ['0-24', '00:00-24:00'],
    ['9-12,12-17', '09:00-12:00, 12:00-17:00'],
  ])('%j is %j', (text, hours) => {
    expect(formatHours(parseHours(text) as Range[])).toBe(hours);
  });

  test.each([
    ['nine to five', 'unreadable'],
    ['9', 'unreadable'],
    ['9-', 'unreadable'],
    ['9-25', 'unreadable'],
    ['9:75-10', 'unreadable'],
    ['13pm-14pm', 'unreadable'],
    ['24-24', 'unreadable'],
    ['9-10-11', 'unreadable'],
    ['17-9', 'order'],
    ['9-9', 'order'],
    ['9-12, 11-13', 'overlap'],
  ])('%j is refused: %s', (text, fault) => {
    expect(parseHours(text)).toBe(fault);
  });

  test('what is shown can be typed', () => {
    const ranges: Range[] = [
      ['09:00', '12:30'],
      ['13:00', '24:00'],
    ];
    expect(parseHours(formatHours(ranges))).toEqual(ranges);
  });
});

describe('the week', () => {
  const work: Range[] = [['09:00', '17:00']];
  const week = toWeek({
    weekly_hours: [
      { day: 'Mon', timesets: [['09:00', '17:00']] },
      { day: 'Tue', timesets: [['09:00', '17:00']] },
      { day: 'Thu', timesets: [['09:00', '17:00']] },
      { day: 'Fri', timesets: [['09:00', '12:00']] },
    ],
  });

  test('neighbours with the same hours are one run; a day off ends it', () => {
    expect(listRuns(week)).toEqual([
      { first: 'Mon', last: 'Tue', ranges: work },
      { first: 'Thu', last: 'Thu', ranges: work },
      { first: 'Fri', last: 'Fri', ranges: [['09:00', '12:00']] },
    ]);
  });

  test('minutes are summed up over all days', () => {
    expect(sumWeekMinutes(week)).toBe(3 * 8 * 60 + 3 * 60);
  });
});

test('a date that was removed is sent as null, the others as they are', () => {
  const before = [
    { date: '2027-02-01', timesets: [] },
    { date: '2027-02-02', timesets: [] },
  ];
  expect(diffDates(before, [{ date: '2027-02-02', timesets: [['09:00', '10:00']] }])).toEqual([
    { date: '2027-02-02', timesets: [['09:00', '10:00']] },
    { date: '2027-02-01', timesets: null },
  ]);
});

describe('dates that differ', () => {
  const closed = { from: '2027-12-24', to: '2027-12-26', timesets: [] };
  const late = { date: '2027-12-27', timesets: [['13:00', '15:00']] as Range[] };

  test('a run of days is written as single dates, replaces what they had, and is read as a run again', () => {
    const dates = addDates([{ date: '2027-12-25', timesets: late.timesets }, late], closed);
    expect(dates.map(({ date }) => date)).toEqual(['2027-12-24', '2027-12-25', '2027-12-26', '2027-12-27']);
    expect(groupDateRuns(dates)).toEqual([
      closed,
      { from: late.date, to: late.date, timesets: late.timesets },
    ]);
    expect(removeDates(dates, closed)).toEqual([late]);
  });

  test('an end before the start, and more than a year, are refused instead of cut', () => {
    expect(findDateRunFault({ from: '2027-12-24', to: '2027-12-01' })).toBe('order');
    expect(findDateRunFault({ from: '2027-01-01', to: '2028-01-02' })).toBe('length');
    expect(findDateRunFault({ from: '2027-01-01', to: '2028-01-01' })).toBeUndefined();
    expect(findDateRunFault({ from: '2027-12-24', to: '2027-12-24' })).toBeUndefined();
  });
});

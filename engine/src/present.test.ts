import { describe, expect, test } from 'vitest';
import { getZone } from '../fixtures/zones.ts';
import type { Slots } from './collect.ts';
import { parseClock, parseDate } from './dates.ts';
import { findInstants, groupTimesByDate, groupTimesWithHostsByDate } from './present.ts';
import { UTC } from './zones.ts';

const newYork = getZone('America/New_York');
const minute = (text: string) => Date.parse(`${text}Z`) / 60_000;
const day = (text: string) => parseDate(text)!;

/** Slots at these instants with so many hosts each. */
function slotsAt(...entries: [string, number][]): Slots {
  let total = 0;
  return {
    starts: Int32Array.from(entries.map(([text]) => minute(text))),
    hostsFrom: Int32Array.from([0, ...entries.map(([, count]) => (total += count))]),
    hosts: new Uint16Array(total),
  };
}

describe('times by date', () => {
  test('have an entry for every date, also without a slot', () => {
    const slots = slotsAt(['2027-06-01T09:00', 1], ['2027-06-03T23:59', 1]);
    expect(groupTimesByDate(slots, UTC, day('2027-06-01'), day('2027-06-04'))).toEqual([
      { date: '2027-06-01', slots: ['09:00'] },
      { date: '2027-06-02', slots: [] },
      { date: '2027-06-03', slots: ['23:59'] },
      { date: '2027-06-04', slots: [] },
    ]);
  });

  test('are the viewer’s', () => {
    const slots = slotsAt(['2027-06-01T20:00', 1]);
    expect(groupTimesByDate(slots, getZone('Asia/Kolkata'), day('2027-06-01'), day('2027-06-02'))[1]).toEqual(
      {
        date: '2027-06-02',
        slots: ['01:30'],
      },
    );
  });

  test('leave out what lies on other dates', () => {
    const slots = slotsAt(['2027-05-31T12:00', 1], ['2027-06-01T12:00', 1], ['2027-06-02T12:00', 1]);
    expect(groupTimesByDate(slots, UTC, day('2027-06-01'), day('2027-06-01'))).toEqual([
      { date: '2027-06-01', slots: ['12:00'] },
    ]);
  });

  test('list a time that occurs twice once, in its place', () => {
    const slots = slotsAt(
      ['2027-11-07T04:45', 1], // 00:45
      ['2027-11-07T05:30', 3], // 01:30, first
      ['2027-11-07T06:15', 1], // 01:15, second
      ['2027-11-07T06:30', 2], // 01:30, second
      ['2027-11-07T07:00', 1], // 02:00
    );
    const date = day('2027-11-07');
    expect(groupTimesByDate(slots, newYork, date, date)[0]!.slots).toEqual([
      '00:45',
      '01:15',
      '01:30',
      '02:00',
    ]);
    expect(groupTimesWithHostsByDate(slots, newYork, date, date)[0]!.slots[2]).toEqual({
      time: '01:30',
      availableHosts: 3,
    });
  });

  test('list a time whose second occurrence alone is free', () => {
    const date = day('2027-11-07');
    expect(groupTimesWithHostsByDate(slotsAt(['2027-11-07T06:30', 2]), newYork, date, date)).toEqual([
      { date: '2027-11-07', slots: [{ time: '01:30', availableHosts: 2 }] },
    ]);
  });

  test('stay with their date when clocks go back over midnight', () => {
    // Beirut, 2027-10-31 00:00 becomes 23:00 on the 30th.
    const slots = slotsAt(['2027-10-30T20:30', 1], ['2027-10-30T21:30', 1], ['2027-10-30T22:30', 1]);
    expect(groupTimesByDate(slots, getZone('Asia/Beirut'), day('2027-10-30'), day('2027-10-31'))).toEqual([
      { date: '2027-10-30', slots: ['23:30'] },
      { date: '2027-10-31', slots: ['00:30'] },
    ]);
  });
});

describe('a date and time', () => {
  const named = (date: string, time: string, offset?: number) =>
    findInstants(newYork, day(date), parseClock(time)!, offset);

  test('name one instant on most days', () => {
    expect(named('2027-06-01', '09:00')).toEqual([minute('2027-06-01T13:00')]);
  });

  test('name two when clocks go back, and the offset says which', () => {
    expect(named('2027-11-07', '01:30')).toEqual([minute('2027-11-07T05:30'), minute('2027-11-07T06:30')]);
    expect(named('2027-11-07', '01:30', -300)).toEqual([minute('2027-11-07T06:30')]);
    expect(named('2027-11-07', '01:30', 60)).toEqual([]);
  });

  test('name none when clocks skip it, and none at 24:00', () => {
    expect(named('2027-03-14', '02:30')).toEqual([]);
    expect(named('2027-06-01', '24:00')).toEqual([]);
  });
});

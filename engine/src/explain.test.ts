import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slotQuery as anyQuery, WINDOW } from '../fixtures/arbitrary.ts';
import { parseDate } from './dates.ts';
import { explainSlot, type Explanation } from './explain.ts';
import type { DayHours } from './hours.ts';
import { computeSlots, type Host, type Page, type SlotQuery } from './slots.ts';
import { UTC } from './zones.ts';

const of = (id: string) => ({ kind: 'event', id });
const minute = (text: string) => Date.parse(`${text}Z`) / 60_000;
const at = (clock: string) => minute(`2027-06-01T${clock}`);
const today = parseDate('2027-06-01')!;

const PAGE: Page = {
  mode: 'single',
  durationMinutes: 60,
  intervalMinutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  noticeMinutes: 0,
  bookable: { start: 0, end: 2 ** 30 },
};
const HOST: Host = {
  zone: UTC,
  hours: { weekly: Array<DayHours>(7).fill([[540, 1020]]), special: new Map() },
  busy: [],
};

function why(clock: string, page: Partial<Page> = {}, host: Partial<Host> = {}, nowMs = 0): Explanation {
  return explainSlot({ page: { ...PAGE, ...page }, hosts: [{ ...HOST, ...host }], nowMs }, at(clock));
}

function reason(...query: Parameters<typeof why>) {
  const found = why(...query);
  return found.isOffered
    ? 'offered'
    : found.source === undefined
      ? found.reason
      : `${found.reason}: ${found.source.id}`;
}

describe('a time is not offered because', () => {
  test('it lies outside the hours, or ends there', () => {
    expect(reason('09:00')).toBe('offered');
    expect(reason('08:00')).toBe('outside hours');
    expect(reason('16:30')).toBe('outside hours');
  });

  test('the date has other hours', () => {
    const special = (hours: DayHours) => ({ hours: { ...HOST.hours, special: new Map([[today, hours]]) } });
    expect(reason('10:00', {}, special([]))).toBe('override');
    expect(reason('10:00', {}, special([[600, 630]]))).toBe('override');
    expect(reason('10:00', {}, special([[600, 660]]))).toBe('offered');
  });

  test('the host is busy, with what', () => {
    const busy = [{ start: at('10:30'), end: at('10:45'), source: of('Dentist') }];
    expect(reason('10:00', {}, { busy })).toBe('busy: Dentist');
    expect(reason('11:00', {}, { busy })).toBe('offered');
    const calendars = [
      { pairs: [at('09:00'), at('09:30'), at('10:30'), at('10:45')], source: of('Private') },
    ];
    expect(reason('10:00', {}, { calendars })).toBe('busy: Private');
    expect(reason('11:00', {}, { calendars })).toBe('offered');
  });

  test('a buffer is in the way, with whose', () => {
    const busy = [{ start: at('12:00'), end: at('13:00'), source: of('dbk-1') }];
    expect(reason('11:00', { bufferAfterMinutes: 10 }, { busy })).toBe('buffer: dbk-1');
    expect(reason('13:00', { bufferBeforeMinutes: 10 }, { busy })).toBe('buffer: dbk-1');
    expect(reason('11:00', {}, { busy: [{ ...busy[0]!, bufferBeforeMinutes: 5 }] })).toBe('buffer: dbk-1');
  });

  test('it is too soon or past', () => {
    expect(reason('10:00', { noticeMinutes: 60 }, {}, Date.parse('2027-06-01T09:01Z'))).toBe('notice');
    expect(reason('10:00', { noticeMinutes: 60 }, {}, Date.parse('2027-06-01T09:00Z'))).toBe('offered');
    expect(reason('10:00', {}, {}, Date.parse('2027-06-01T10:00Z'))).toBe('past');
    expect(reason('10:00', { noticeMinutes: 60 }, {}, Date.parse('2027-06-02T09:00Z'))).toBe('past');
  });

  test('it lies outside the booking window', () => {
    expect(reason('10:00', { bookable: { start: at('11:00'), end: at('12:00') } })).toBe('window');
  });

  test('a limit is reached, the page’s or the host’s', () => {
    const limit = { zone: UTC, perWeek: 2, bookedByDay: new Map([[today, 2]]) };
    expect(reason('10:00', { limit })).toBe('limit');
    expect(reason('10:00', {}, { limit })).toBe('limit');
  });

  test('too few seats are left', () => {
    const event = { start: at('10:00'), end: at('11:00'), seatsLeft: 1, hosts: [0], source: of('dbk-2') };
    const group = { seatsRequested: 2, seatsPerEvent: 4, events: [event] };
    expect(reason('10:00', { group })).toBe('seats');
    expect(reason('10:00', { group: { ...group, seatsRequested: 1 } })).toBe('offered');
    expect(reason('13:00', { group: { ...group, seatsRequested: 5 } })).toBe('seats');
    expect(reason('10:30', { group })).toBe('busy: dbk-2');
  });

  test('it is free, but not one of the starts', () => {
    expect(reason('10:10')).toBe('not a start');
  });
});

describe('of several hosts', () => {
  const busy = { ...HOST, busy: [{ start: at('10:00'), end: at('11:00'), source: of('dbk-3') }] };
  const closed = { ...HOST, hours: { weekly: [], special: new Map() } };
  const ask = (mode: Page['mode'], hosts: Host[]): SlotQuery => ({
    page: { ...PAGE, mode },
    hosts,
    nowMs: 0,
  });

  test('a round robin tells of the one who came closest, and of all', () => {
    expect(explainSlot(ask('union', [closed, busy]), at('10:00'))).toEqual({
      isOffered: false,
      reason: 'busy',
      source: of('dbk-3'),
      hosts: [
        { host: 0, reason: 'outside hours' },
        { host: 1, reason: 'busy', source: of('dbk-3') },
      ],
    });
  });

  test('a collective tells of those who stand in the way', () => {
    expect(explainSlot(ask('intersection', [HOST, busy]), at('10:00'))).toEqual({
      isOffered: false,
      reason: 'busy',
      source: of('dbk-3'),
      hosts: [{ host: 1, reason: 'busy', source: of('dbk-3') }],
    });
    expect(explainSlot(ask('intersection', [HOST, HOST]), at('10:10'))).toEqual({
      isOffered: false,
      reason: 'not a start',
      hosts: [],
    });
  });

  test('those who are free are named when it is offered', () => {
    expect(explainSlot(ask('union', [busy, HOST]), at('10:00'))).toEqual({ isOffered: true, hosts: [1] });
  });

  test('without any, that is the reason', () => {
    expect(explainSlot(ask('union', []), at('10:00'))).toEqual({
      isOffered: false,
      reason: 'no hosts',
      hosts: [],
    });
  });
});

describe('whatever the query', () => {
  test('explain says offered exactly for what slots offers', () => {
    fc.assert(
      fc.property(anyQuery, fc.nat(15_000), (query, skipped) => {
        const offered = new Set(computeSlots(query, WINDOW).starts);
        for (const instant of [WINDOW.start + skipped, ...[...offered].slice(0, 3)]) {
          expect(explainSlot(query, instant).isOffered).toBe(offered.has(instant));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('what is "not a start" would be offered if every minute were one', () => {
    fc.assert(
      fc.property(anyQuery, fc.nat(15_000), (query, skipped) => {
        const instant = WINDOW.start + skipped;
        const found = explainSlot(query, instant);
        const everyMinute = { ...query, page: { ...query.page, intervalMinutes: 1 } };
        const isOfferedThen = explainSlot(everyMinute, instant).isOffered;
        const isNotAStart = !found.isOffered && found.reason === 'not a start';
        expect(isNotAStart).toBe(!found.isOffered && isOfferedThen);
      }),
      { numRuns: 200 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { busyTime, slotQuery as anyQuery, WINDOW } from '../fixtures/arbitrary.ts';
import { computeNaiveStarts, overlaps } from '../fixtures/naive.ts';
import { getZone } from '../fixtures/zones.ts';
import { getHosts } from './collect.ts';
import { parseDate } from './dates.ts';
import { readHours, listHourRuns, type DayHours } from './hours.ts';
import { coversRange, type Range } from './ranges.ts';
import {
  computeBusyWindow,
  findFirstStart,
  listFreeHosts,
  computeSlots,
  type Host,
  type Page,
  type SlotQuery,
} from './slots.ts';
import { explainSlot, type Explanation } from './explain.ts';
import { getGrid } from './starts.ts';
import { UTC } from './zones.ts';

const RUNS = { numRuns: 120 };
const minute = (text: string) => Date.parse(`${text}Z`) / 60_000;
const clock = (instant: number) => new Date(instant * 60_000).toISOString().slice(11, 16);

const PAGE: Page = {
  mode: 'single',
  durationMinutes: 60,
  intervalMinutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  noticeMinutes: 0,
  bookable: { start: 0, end: 2 ** 30 },
};
const JUNE_1: Range = { start: minute('2027-06-01T00:00'), end: minute('2027-06-02T00:00') };

function host(from: number, to: number, busy: Host['busy'] = [], zone = UTC): Host {
  const weekly = Array<DayHours>(7).fill([[from * 60, to * 60]]);
  return { zone, hours: { weekly, special: new Map() }, busy };
}

function ask(page: Partial<Page>, hosts: readonly Host[], nowMs = 0): SlotQuery {
  return { page: { ...PAGE, ...page }, hosts, nowMs };
}

function clocks(query: SlotQuery, window = JUNE_1): string[] {
  return [...computeSlots(query, window).starts].map(clock);
}

describe('offered starts', () => {
  test('around a hold stay on their grid, where busy time would move them', () => {
    const lunch = { start: minute('2027-06-01T10:10'), end: minute('2027-06-01T10:40') };
    const page = { durationMinutes: 45, intervalMinutes: 45 };
    const open = ['09:00', '09:45', '10:30', '11:15'];
    expect(clocks(ask(page, [host(9, 12)]))).toEqual(open);
    expect(clocks(ask(page, [{ ...host(9, 12), holds: [lunch] }]))).toEqual(['09:00', '11:15']);
    expect(clocks(ask(page, [host(9, 12, [lunch])]))).toEqual(['09:00', '10:45']);
  });

  test('that are given are the only ones, on the grid or not, where their hosts are free, whatever the hours', () => {
    const at = (time: string) => minute(`2027-06-01T${time}`);
    const lunch = { start: at('12:00'), end: at('13:00') };
    const onlyStarts = [at('07:10'), at('07:25'), at('11:01'), at('13:00'), at('22:30')];
    expect(clocks(ask({ onlyStarts }, [host(9, 12, [lunch])]))).toEqual(['07:10', '07:25', '13:00', '22:30']);
    expect(clocks(ask({ onlyStarts, mode: 'union' }, [host(9, 12, [lunch]), host(9, 10)]))).toHaveLength(5);
    expect(
      clocks(ask({ onlyStarts, mode: 'intersection' }, [host(9, 12, [lunch]), host(9, 10)])),
    ).toHaveLength(4);
    expect(clocks(ask({ onlyStarts, bufferBeforeMinutes: 5 }, [host(9, 12, [lunch])]))).not.toContain(
      '13:00',
    );
    const query = ask({ onlyStarts }, [host(9, 12, [lunch])]);
    expect(explainSlot(query, at('11:01'))).toMatchObject({ isOffered: false, reason: 'busy' });
    expect(explainSlot(query, at('09:00'))).toMatchObject({ isOffered: false, reason: 'not a start' });
  });

  test('of a collective are hidden by a hold of any of its hosts, of a round robin only where all are held', () => {
    const hold = { start: minute('2027-06-01T10:00'), end: minute('2027-06-01T11:00') };
    const held = { ...host(9, 12), holds: [hold] };
    expect(clocks(ask({ mode: 'intersection' }, [host(9, 12), held]))).toEqual(['09:00', '11:00']);
    expect(clocks(ask({ mode: 'union' }, [host(9, 12), held]))).toEqual(['09:00', '10:00', '11:00']);
    expect(clocks(ask({ mode: 'union' }, [held, held]))).toEqual(['09:00', '11:00']);
  });

  test('are all but one that is excepted, which moves none of the others', () => {
    const page = { durationMinutes: 45, intervalMinutes: 45, exceptStart: minute('2027-06-01T09:45') };
    expect(clocks(ask(page, [host(9, 12)]))).toEqual(['09:00', '10:30', '11:15']);
    expect(clocks(ask({ ...page, mode: 'intersection' }, [host(9, 12), host(9, 12)]))).toEqual([
      '09:00',
      '10:30',
      '11:15',
    ]);
  });

  test('are the hours of one host', () => {
    expect(clocks(ask({}, [host(9, 12)]))).toEqual(['09:00', '10:00', '11:00']);
  });

  test('of a round robin are those of any host, with all who are free', () => {
    const found = computeSlots(ask({ mode: 'union' }, [host(9, 12), host(11, 13)]), JUNE_1);
    expect([...found.starts].map(clock)).toEqual(['09:00', '10:00', '11:00', '12:00']);
    expect([0, 1, 2, 3].map((i) => getHosts(found, i))).toEqual([[0], [0], [0, 1], [1]]);
  });

  test('of a collective are those of all hosts together', () => {
    const found = computeSlots(ask({ mode: 'intersection' }, [host(9, 12), host(10, 13)]), JUNE_1);
    expect([...found.starts].map(clock)).toEqual(['10:00', '11:00']);
    expect(getHosts(found, 0)).toEqual([0, 1]);
  });

  test('of a collective are aligned on the clock of its first host', () => {
    const kolkata = host(9, 17, [], getZone('Asia/Kolkata'));
    expect(clocks(ask({ mode: 'intersection' }, [host(0, 24), kolkata]))[0]).toBe('04:00');
    expect(clocks(ask({ mode: 'intersection' }, [kolkata, host(0, 24)]))[0]).toBe('03:30');
  });

  test('keep the page’s buffers free of busy time, and may reach out of the hours with them', () => {
    const busy = [{ start: minute('2027-06-01T12:00'), end: minute('2027-06-01T13:00') }];
    const page = { bufferBeforeMinutes: 15, bufferAfterMinutes: 30, intervalMinutes: 15 };
    const found = clocks(ask(page, [host(9, 17, busy)]));
    expect(found.findLast((start) => start < '12:00')).toBe('10:30');
    expect(found.find((start) => start > '12:00')).toBe('13:15');
    expect([found[0], found.at(-1)]).toEqual(['09:00', '16:00']);
  });

  test('keep the buffers that busy time brings along, beside their own', () => {
    const busy = { start: minute('2027-06-01T12:00'), end: minute('2027-06-01T13:00') };
    const page = { bufferBeforeMinutes: 10, intervalMinutes: 10 };
    const found = clocks(ask(page, [host(9, 17, [{ ...busy, bufferAfterMinutes: 20 }])]));
    expect(found.find((start) => start > '12:00')).toBe('13:30');
  });

  test('never move with the present: the notice only hides them', () => {
    const found = clocks(
      ask({ intervalMinutes: 120, noticeMinutes: 60 }, [host(9, 17)], Date.parse('2027-06-01T09:10Z')),
    );
    expect(found).toEqual(['11:00', '13:00', '15:00']);
  });

  test('never move with the window: an always open host has the same starts from wherever one looks', () => {
    const query = ask({ intervalMinutes: 50, durationMinutes: 50 }, [host(0, 24)]);
    const month = computeSlots(query, {
      start: minute('2027-06-01T00:00'),
      end: minute('2027-07-01T00:00'),
    }).starts;
    for (const start of [
      minute('2027-06-10T17:17'),
      minute('2027-06-20T00:00'),
      minute('2027-06-28T03:00'),
    ]) {
      const seen = computeSlots(query, { start, end: start + 3000 }).starts;
      expect([...seen]).toEqual([...month].filter((instant) => instant >= start && instant < start + 3000));
    }
  });

  test('may end after the window that was asked for', () => {
    expect(clocks(ask({ durationMinutes: 120, intervalMinutes: 60 }, [host(0, 24)])).at(-1)).toBe('23:00');
  });

  test('are none on days that reached the page’s or the host’s limit', () => {
    const bookedByDay = new Map([[parseDate('2027-06-01')!, 1]]);
    const limit = { zone: UTC, perDay: 1, bookedByDay };
    expect(clocks(ask({ limit }, [host(9, 12)]))).toEqual([]);
    expect(clocks(ask({ mode: 'union' }, [{ ...host(9, 12), limit }, host(10, 12)]))).toEqual([
      '10:00',
      '11:00',
    ]);
    expect(clocks(ask({ mode: 'intersection' }, [{ ...host(9, 12), limit }, host(10, 12)]))).toEqual([]);
  });

  test('are none without hosts', () => {
    expect(clocks(ask({ mode: 'union' }, []))).toEqual([]);
    expect(clocks(ask({ mode: 'intersection' }, []))).toEqual([]);
  });

  test('are refused for questions that no page can ask', () => {
    expect(() => computeSlots(ask({ intervalMinutes: 0 }, []), JUNE_1)).toThrow('at least a minute');
    expect(() => computeSlots(ask({}, []), { start: 0, end: 401 * 1440 })).toThrow('At most 400 days');
  });
});

describe('a group page', () => {
  const event = {
    start: minute('2027-06-01T10:20'),
    end: minute('2027-06-01T11:20'),
    seatsLeft: 2,
    hosts: [0],
  };
  const group = (seatsRequested: number, seatsPerEvent = 5) => ({
    group: { seatsRequested, seatsPerEvent, events: [event] },
  });

  test('offers an event with enough seats at exactly its start, and takes its host’s time', () => {
    expect(clocks(ask(group(2), [host(9, 14)]))).toEqual(['09:00', '10:20', '12:00', '13:00']);
  });

  test('does not offer it to more people than it has seats', () => {
    expect(clocks(ask(group(3), [host(9, 14)]))).toEqual(['09:00', '12:00', '13:00']);
    expect(clocks(ask(group(6), [host(9, 14)]))).toEqual([]);
  });

  test('does not offer an event of others than its host, nor one that not all hosts of a link host', () => {
    const ofTheOther = { group: { ...group(1).group, events: [{ ...event, hosts: [1] }] } };
    const busy = [{ start: event.start, end: event.end }];
    const hosts = [host(9, 14, busy), host(9, 14)];
    expect(clocks(ask(ofTheOther, hosts))).not.toContain('10:20');
    expect(clocks(ask({ ...group(1), mode: 'intersection' }, hosts))).not.toContain('10:20');
    const ofBoth = { group: { ...group(1).group, events: [{ ...event, hosts: [0, 1] }] } };
    expect(clocks(ask({ ...ofBoth, mode: 'intersection' }, hosts))).toContain('10:20');
  });

  test('does not offer it for another duration', () => {
    expect(clocks(ask({ ...group(1), durationMinutes: 30 }, [host(9, 12)]))).toEqual(['09:00']);
  });

  test('offers it even when its hours have changed since, but not inside the notice', () => {
    expect(clocks(ask(group(1), [host(13, 14)]))).toEqual(['10:20', '13:00']);
    expect(clocks(ask(group(1), [host(13, 14)], Date.parse('2027-06-01T10:30Z')))).toEqual(['13:00']);
  });

  test('is not offered twice when the event is among the busy times, too', () => {
    const found = computeSlots(ask(group(1), [host(9, 14, [event])]), JUNE_1);
    expect([...found.starts].map(clock)).toEqual(['09:00', '10:20', '12:00', '13:00']);
    expect(getHosts(found, 1)).toEqual([0]);
  });
});

describe('the first start', () => {
  test('is found far ahead', () => {
    const hours = readHours({
      weekly: [],
      special: [{ date: '2028-03-01', timesets: [['09:00', '10:00']] }],
    });
    const query = ask({}, [{ zone: UTC, hours, busy: [] }]);
    const window = { start: minute('2027-06-01T00:00'), end: minute('2030-01-01T00:00') };
    expect(findFirstStart(query, window)).toBe(minute('2028-03-01T09:00'));
    expect(
      findFirstStart(ask({ bookable: { start: 0, end: minute('2028-01-01T00:00') } }, query.hosts), window),
    ).toBeUndefined();
  });
});

describe('whatever the query', () => {
  test('a slot never leaves the hours and never touches busy time', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const { page, hosts } = query;
        const found = computeSlots(query, WINDOW);
        const runs = hosts.map(({ hours, zone }) =>
          listHourRuns(hours, zone, WINDOW.start, WINDOW.end + page.durationMinutes),
        );
        const joined = new Set(page.group?.events.map((event) => event.start));
        const isWrong = (start: number, index: number) =>
          !coversRange(runs[index]!, start, start + page.durationMinutes) ||
          touchesBusyTime(page, hosts[index]!, start);
        const wrong = [...found.starts].filter(
          (start, i) => !joined.has(start) && getHosts(found, i).some((index) => isWrong(start, index)),
        );
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });

  test('more busy time never frees a host: what is offered with it was free without it', () => {
    fc.assert(
      fc.property(anyQuery, busyTime, (query, busy) => {
        const everyMinute = { ...query, page: { ...query.page, intervalMinutes: 1 } };
        const free = new Set(computeSlots(everyMinute, WINDOW).starts);
        const left = computeSlots(withBusy(query, busy), WINDOW).starts;
        expect([...left].filter((start) => !free.has(start))).toEqual([]);
      }),
      RUNS,
    );
  });

  test('busy time of calendars counts as busy time without buffers, in the slots and in what explains them', () => {
    const source = { kind: 'calendar', id: 'c' };
    fc.assert(
      fc.property(anyQuery, fc.array(busyTime, { maxLength: 8 }), fc.nat(9_000), (query, times, skipped) => {
        const busy = times.map(({ start, end }) => ({ start, end, source }));
        const pairs = busy.flatMap(({ start, end }) => [start, end]);
        const [first, ...others] = query.hosts;
        const asBusy = { ...query, hosts: [{ ...first!, busy: [...busy, ...first!.busy] }, ...others] };
        const asPairs = { ...query, hosts: [{ ...first!, calendars: [{ pairs, source }] }, ...others] };
        expect(computeSlots(asPairs, WINDOW)).toEqual(computeSlots(asBusy, WINDOW));
        const instant = WINDOW.start + skipped;
        const bare = (found: Explanation) =>
          found.isOffered ? true : found.hosts.map(({ reason }) => reason);
        expect(bare(explainSlot(asPairs, instant))).toEqual(bare(explainSlot(asBusy, instant)));
      }),
      RUNS,
    );
  });

  test('more busy time never adds a slot, where the interval is its own grid', () => {
    fc.assert(
      fc.property(anyQuery, fc.constantFrom(5, 15, 20, 30, 60), busyTime, (any, intervalMinutes, busy) => {
        // With another interval a range that begins later may count on differently: rule 3 wants that.
        expect(getGrid(intervalMinutes)).toBe(intervalMinutes);
        const query = { ...any, page: { ...any.page, intervalMinutes } };
        const before = new Set(computeSlots(query, WINDOW).starts);
        const after = computeSlots(withBusy(query, busy), WINDOW).starts;
        expect([...after].filter((start) => !before.has(start))).toEqual([]);
      }),
      RUNS,
    );
  });

  test('a hold hides exactly the starts that would overlap it, and moves none', () => {
    fc.assert(
      fc.property(anyQuery, busyTime, ({ page: { group: _, ...rest }, hosts, nowMs }, hold) => {
        const page: Page = { ...rest, mode: 'single' };
        const [first] = hosts as [Host];
        const held = { ...first, holds: [...(first.holds ?? []), hold] };
        const before = computeSlots({ page, hosts: [first], nowMs }, WINDOW).starts;
        const after = computeSlots({ page, hosts: [held], nowMs }, WINDOW).starts;
        expect([...after]).toEqual([...before].filter((start) => !overlaps(page, hold, start)));
      }),
      RUNS,
    );
  });

  test('the answer for a part of the window is that part of the answer', () => {
    fc.assert(
      fc.property(anyQuery, fc.nat(15_000), fc.nat(4000), (query, skipped, length) => {
        const part = {
          start: WINDOW.start + skipped,
          end: Math.min(WINDOW.start + skipped + length, WINDOW.end),
        };
        const whole = computeSlots(query, WINDOW).starts;
        const inPart = [...whole].filter((start) => start >= part.start && start < part.end);
        expect([...computeSlots(query, part).starts]).toEqual(inPart);
      }),
      RUNS,
    );
  });

  test('the check of one instant says what the list says', () => {
    fc.assert(
      fc.property(anyQuery, fc.nat(15_000), (query, skipped) => {
        const found = computeSlots(query, WINDOW);
        const instant = WINDOW.start + skipped;
        const index = found.starts.indexOf(instant);
        expect(listFreeHosts(query, instant)).toEqual(index < 0 ? [] : getHosts(found, index));
        found.starts
          .slice(0, 5)
          .forEach((start, i) => expect(listFreeHosts(query, start)).toEqual(getHosts(found, i)));
      }),
      RUNS,
    );
  });

  test('as time passes starts disappear and none appears', () => {
    fc.assert(
      fc.property(anyQuery, fc.nat(8_000_000), (query, laterSeconds) => {
        const later = { ...query, nowMs: query.nowMs + laterSeconds * 1000 };
        const before = new Set(computeSlots(query, WINDOW).starts);
        expect([...computeSlots(later, WINDOW).starts].filter((start) => !before.has(start))).toEqual([]);
      }),
      RUNS,
    );
  });

  test('busy time outside the busy window has no effect', () => {
    fc.assert(
      fc.property(anyQuery, fc.nat(9), (query, days) => {
        const window = { start: WINDOW.start + days * 1440, end: WINDOW.start + (days + 1) * 1440 };
        const needed = computeBusyWindow(query.page, query.hosts, window);
        const hosts = query.hosts.map((each) => ({
          ...each,
          busy: each.busy.filter(
            (busy) =>
              busy.start - (busy.bufferBeforeMinutes ?? 0) < needed.end &&
              busy.end + (busy.bufferAfterMinutes ?? 0) > needed.start,
          ),
        }));
        expect(computeSlots({ ...query, hosts }, window)).toEqual(computeSlots(query, window));
      }),
      RUNS,
    );
  });

  test('a round robin offers what its hosts offer one by one', () => {
    fc.assert(
      fc.property(anyQuery, ({ page: { group: _, ...page }, hosts, nowMs }) => {
        const union = computeSlots({ page: { ...page, mode: 'union' }, hosts, nowMs }, WINDOW);
        const each = hosts.flatMap((one) => [
          ...computeSlots({ page: { ...page, mode: 'single' }, hosts: [one], nowMs }, WINDOW).starts,
        ]);
        expect([...union.starts]).toEqual([...new Set(each)].sort((a, b) => a - b));
      }),
      RUNS,
    );
  });

  test('one host is what the minute-by-minute model says', () => {
    fc.assert(
      fc.property(anyQuery, ({ page: { group: _, limit: __, ...page }, hosts, nowMs }) => {
        const [{ limit: ___, ...first }] = hosts as [Host];
        const query = {
          page: { ...page, mode: 'single' as const },
          hosts: [withAClosedHour(first)],
          nowMs,
        };
        expect([...computeSlots(query, WINDOW).starts]).toEqual(computeNaiveStarts(query, WINDOW));
      }),
      RUNS,
    );
  });
});

function touchesBusyTime(page: Page, { busy, holds = [] }: Host, start: number): boolean {
  return [...busy, ...holds].some((entry) => overlaps(page, entry, start));
}

function withBusy(query: SlotQuery, busy: Host['busy'][number]): SlotQuery {
  return { ...query, hosts: query.hosts.map((each) => ({ ...each, busy: [...each.busy, busy] })) };
}

/** The model knows no host who is always open. */
function withAClosedHour(host: Host): Host {
  const weekly = host.hours.weekly.map((day) =>
    day.map(([start, end]): [number, number] => [Math.max(start, 60), end]),
  );
  return { ...host, hours: { weekly, special: new Map() } };
}

import { describe, expect, test } from 'vitest';
import { getZone } from '../platform/zones.ts';
import { parseEntryContent } from './entries.ts';
import file from './hard-cases.json' with { type: 'json' };
import { expandEvents, type CalendarStream } from './ical/public.ts';

interface HardCase {
  readonly id: string;
  readonly name: string;
  readonly ics: readonly string[];
  readonly separator?: string;
  readonly window?: readonly string[];
  readonly want: readonly string[];
  readonly unreadable?: readonly string[];
}

const cases: readonly HardCase[] = file.cases;
const minute = (date = ''): number => Date.parse(`${date}T00:00Z`) / 60_000;

/** As it is stored and read again: busy ranges, and what is reported. */
async function read({ ics, separator = '\r\n', window = ['2027-03-01', '2027-05-01'] }: HardCase) {
  const text = [...ics, ''].join(separator);
  const stored = JSON.stringify(parseEntryContent(text, 'mara@juniper.example', () => false));
  const [start, end] = window.map(minute);
  const { occurrences, unreadable } = await expandEvents(
    JSON.parse(stored) as CalendarStream,
    { start: start ?? 0, end: end ?? 0 },
    getZone('Europe/Berlin'),
  );
  const counted = occurrences.filter(
    (occurrence) => !occurrence.event.isFree && occurrence.end > occurrence.start,
  );
  return {
    busy: counted.map((occurrence) => rangeText(occurrence.start, occurrence.end)).toSorted(),
    unreadable: unreadable.map(({ part }) => part),
  };
}

function rangeText(start: number, end: number): string {
  const [from = '', to = ''] = [start, end].map((at) => new Date(at * 60_000).toISOString().slice(0, 16));
  return `${from}/${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`;
}

describe('of a hard calendar everything counts or is reported', () => {
  test.each(cases.map((each) => [`${each.id} ${each.name}`, each] as const))('%s', async (_, hard) => {
    expect(await read(hard)).toEqual({ busy: hard.want.toSorted(), unreadable: hard.unreadable ?? [] });
  });
});

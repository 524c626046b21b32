import ICAL from 'ical.js';
import ical from 'node-ical';
import { Temporal } from 'temporal-polyfill';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { describe, expect, test } from 'vitest';
import { buildIcs, type Invitation } from './ics.ts';
import { getOffset } from '@daybook/engine/zones';
import { getZone } from '../platform/zones.ts';

const minuteMs = 60_000;
const base: Invitation = {
  method: 'REQUEST',
  uid: 'dbk-8fK2mZ0qWv3Xy7Ab@daybook',
  sequence: 3,
  stampedAt: Date.parse('2027-01-11T06:00:00Z'),
  startsAt: Date.parse('2027-01-12T09:00:00Z'),
  endsAt: Date.parse('2027-01-12T09:30:00Z'),
  zone: 'Europe/Berlin',
  title: 'Intro call',
  description: 'Line one\nLine two; with, marks \\ and "quotes"',
  location: 'Weserstraße 12, Berlin',
  hostName: 'Mara "the boss" Lindqvist\r\nX-Evil: 1',
  attendees: [{ name: 'Ines; Okafor, "M.D."', email: 'ines@okafor.example' }],
};
const organizer = 'no-reply@juniper.example';

interface ParsedEvent {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly uid: string;
}

function byIcalJs(text: string): ParsedEvent & { event: ICAL.Component; root: ICAL.Component } {
  const root = new ICAL.Component(ICAL.parse(text));
  const zone = root.getFirstSubcomponent('vtimezone');
  const event = root.getFirstSubcomponent('vevent') as ICAL.Component;
  const at = (name: string): number => {
    const time = event.getFirstPropertyValue(name) as ICAL.Time;
    if (zone && time.zone?.tzid !== 'UTC') time.zone = new ICAL.Timezone(zone);
    return time.toUnixTime() * 1000;
  };
  return {
    start: at('dtstart'),
    end: at('dtend'),
    title: String(event.getFirstPropertyValue('summary')),
    uid: String(event.getFirstPropertyValue('uid')),
    event,
    root,
  };
}

function byNodeIcal(text: string): ParsedEvent {
  const event = Object.values(ical.sync.parseICS(text)).find((part) => part?.type === 'VEVENT');
  if (event?.type !== 'VEVENT') throw new Error('No event');
  const title = typeof event.summary === 'string' ? event.summary : event.summary.val;
  return { start: event.start.getTime(), end: event.end?.getTime() ?? 0, title, uid: event.uid };
}

/** Whether the zone data of the runtime, which node-ical asks, say the same as ours at an instant. */
function runtimeAgrees(zone: string, instantMs: number): boolean {
  try {
    const theirs =
      Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).offsetNanoseconds;
    return theirs / 6e10 === getOffset(getZone(zone), instantMs / minuteMs);
  } catch {
    return false;
  }
}

const octets = (text: string) => Buffer.byteLength(text);

describe('an invitation', () => {
  const text = buildIcs(base, organizer);

  test('is well formed: CRLF, at most 75 octets to a line, escaped', () => {
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.filter((line) => octets(line) > 75)).toEqual([]);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^X-Evil/m);
    const { event } = byIcalJs(text);
    expect(event.getFirstPropertyValue('description')).toBe(base.description);
    expect(event.getFirstPropertyValue('location')).toBe(base.location);
  });

  test('names method, sequence, status, organizer and attendees', () => {
    const { event, root } = byIcalJs(text);
    expect(root.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(event.getFirstPropertyValue('sequence')).toBe(3);
    expect(event.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(event.getFirstPropertyValue('organizer')).toBe(`mailto:${organizer}`);
    const attendee = event.getFirstProperty('attendee');
    expect(attendee?.getFirstValue()).toBe('mailto:ines@okafor.example');
    expect(attendee?.getFirstParameter('cn')).toBe("Ines; Okafor, 'M.D.'");
    expect(attendee?.getFirstParameter('partstat')).toBe('ACCEPTED');
  });

  test('is taken back by the same UID with a higher SEQUENCE', () => {
    const cancelled = byIcalJs(buildIcs({ ...base, method: 'CANCEL', sequence: 4 }, organizer));
    expect(cancelled.root.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(cancelled.event.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(cancelled.uid).toBe(base.uid);
    expect(cancelled.event.getFirstPropertyValue('sequence')).toBe(4);
  });

  test('carries the rules of its zone, from our own data', () => {
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20270112T100000');
    expect(text).toContain('TZOFFSETTO:+0100');
    // The packaged rules keep Vancouver at UTC-7 in winter; those of older runtimes do not.
    const vancouver = { ...base, zone: 'America/Vancouver', startsAt: Date.parse('2026-12-15T18:00:00Z') };
    expect(buildIcs(vancouver, organizer)).toMatch(/DTSTART;TZID=America\/Vancouver:20261215T110000[\s\S]*/);
  });
});

describe('times', () => {
  test.each([
    ['Kathmandu, a quarter of an hour off', 'Asia/Kathmandu', '2026-11-20T03:15:00Z'],
    ['New York, before the hour that comes twice', 'America/New_York', '2026-11-01T04:30:00Z'],
    ['New York, its first occurrence', 'America/New_York', '2026-11-01T05:30:00Z'],
    ['New York, its second occurrence', 'America/New_York', '2026-11-01T06:30:00Z'],
    ['New York, after it', 'America/New_York', '2026-11-01T07:30:00Z'],
    ['New York, before the hour that is skipped', 'America/New_York', '2027-03-14T06:30:00Z'],
    ['New York, after it', 'America/New_York', '2027-03-14T07:00:00Z'],
    ['Lord Howe, half an hour forward', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['Lord Howe, half an hour back, first occurrence', 'Australia/Lord_Howe', '2027-04-03T14:40:00Z'],
    ['Lord Howe, half an hour back, second occurrence', 'Australia/Lord_Howe', '2027-04-03T15:10:00Z'],
  ])('%s: both readers see our instant', (_name, zone, start) => {
    const startsAt = Date.parse(start);
    const text = buildIcs({ ...base, zone, startsAt, endsAt: startsAt + 45 * minuteMs }, organizer);
    const wanted = { start: startsAt, end: startsAt + 45 * minuteMs };
    expect(byIcalJs(text)).toMatchObject(wanted);
    expect(byNodeIcal(text)).toMatchObject(wanted);
  });

  test('1,000 events over all zones, with odd and long titles: two readers see what we wrote', () => {
    let seed = 20_261_115;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed % below;
    };
    const titles = [
      '👩‍🔧 Repair; now, "please" \\o/',
      '日本語のタイトル'.repeat(12),
      'Ünïcödé 🎉'.repeat(20),
      'x'.repeat(200),
      'Intro',
    ];
    const first = Date.parse('2026-06-01T00:00:00Z') / minuteMs;
    let unequalData = 0;
    for (let i = 0; i < 1000; i++) {
      const zone = zoneNames[i % zoneNames.length] as string;
      const startsAt = (first + random(3 * 366 * 1440)) * minuteMs;
      const endsAt = startsAt + (5 + random(300)) * minuteMs;
      const title = `${titles[i % titles.length]} ${i}`;
      const text = buildIcs(
        { ...base, zone, startsAt, endsAt, title, uid: `dbk-${i}@daybook`, sequence: i },
        organizer,
      );
      expect(Math.max(...text.split('\r\n').map(octets))).toBeLessThanOrEqual(75);
      const wanted: ParsedEvent = { start: startsAt, end: endsAt, title, uid: `dbk-${i}@daybook` };
      expect(byIcalJs(text), zone).toMatchObject(wanted);
      if (runtimeAgrees(zone, startsAt) && runtimeAgrees(zone, endsAt))
        expect(byNodeIcal(text), zone).toEqual(wanted);
      else unequalData++;
    }
    // node-ical asks the runtime's zone data, which are older than ours for a handful of zones.
    expect(unequalData).toBeLessThan(40);
  });
});

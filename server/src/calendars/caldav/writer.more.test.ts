import { afterAll, describe, expect, test } from 'vitest';
import { createOutbound } from '../../platform/safe-fetch/safe-fetch.ts';
import type { BookingEntry, WrittenEntry } from '../provider/public.ts';
import { useDav } from '../../../test/dav.ts';
import { cyrus, radicale, xandikos } from '../../../test/dav-servers.ts';
import { createCaldavWriter } from './writer.ts';

const outbound = createOutbound({ outboundAllow: ['127.0.0.1'], outboundDns: [] });
const { put, remove } = createCaldavWriter(outbound);
afterAll(() => outbound.close());

const booking = (fields: Partial<BookingEntry> = {}): BookingEntry => ({
  id: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
  sequence: 1,
  writtenAt: new Date('2027-01-01T00:00:00Z'),
  title: 'Intro; with Ines, and "Bo"',
  description: 'First line\nsecond line',
  location: 'Somewhere',
  start: new Date('2027-01-12T09:00:00Z'),
  end: new Date('2027-01-12T09:30:00Z'),
  url: 'https://daybook.example/app/events/1',
  wantsMeeting: false,
  ...fields,
});

describe.each([radicale, xandikos, cyrus])('$name', (program) => {
  const dav = useDav(program);

  const enter = async (fields: Partial<BookingEntry>, known: WrittenEntry | null = null) =>
    put(dav, dav.calendar, booking(fields), known);

  test('an entry is made once, however often its answer is lost, and changed where it stands', async () => {
    const id = 'a-lost-answer';
    const first = await enter({ id });
    expect(await enter({ id })).toEqual(first);
    const moved = await enter({ id, sequence: 2, start: new Date('2027-01-12T09:15:00Z') });
    expect(await enter({ id, sequence: 2, start: new Date('2027-01-12T09:15:00Z') })).toEqual(moved);
    expect(await dav.list()).toEqual([`${id}.ics`]);
    expect(await dav.read(id)).toContain('DTSTART:20270112T091500Z');
    await remove(dav, dav.calendar, id, null);
    expect(await dav.list()).toEqual([]);
  });

  test('what its owner changed is not overwritten, and what they deleted is not entered again', async () => {
    const id = 'a-changed-entry';
    const written = (await enter({ id })) as WrittenEntry;
    expect(written.externalId).toBe(`${dav.calendar}${id}.ics`);
    const text = (await dav.read(id)) ?? '';
    await dav.put(id, text.replaceAll('20270112T09', '20270112T14'));
    expect(await enter({ id, sequence: 2 }, written)).toBe('changed');
    expect(await dav.read(id)).toContain('20270112T14');
    await dav.remove(id);
    expect(await enter({ id, sequence: 2 }, written)).toBe('gone');
    expect(await dav.list()).toEqual([]);
    await remove(dav, dav.calendar, id, written);
  });

  test('it names nobody as attendee or organizer, and its text is as it was', async () => {
    const id = 'a-text';
    const written = (await enter({ id })) as WrittenEntry;
    const text = (await dav.read(id)) ?? '';
    expect(text).not.toMatch(/ATTENDEE|ORGANIZER|METHOD/);
    expect(text.replaceAll(/\r?\n /g, '')).toContain('SUMMARY:Intro\\; with Ines\\, and "Bo"');
    await remove(dav, dav.calendar, id, written);
  });
});

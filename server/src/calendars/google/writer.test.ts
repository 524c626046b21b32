import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import type { BookingEntry, CalendarAuth, WrittenEntry } from '../provider/public.ts';
import { parseEntryId, toEntryId } from './entry-id.ts';
import { startGoogle } from './test-google.ts';
import { createGoogleWriter } from './writer.ts';

const google = await startGoogle({ now: () => new Date('2027-01-11T06:00:00Z') });
const app = useApp({ config: { outboundAllow: ['127.0.0.1'] } });
const work = 'mara@gmail.example';
let auth: CalendarAuth;
const writer = () => createGoogleWriter(app.runtime.outbound);

beforeAll(async () => {
  google.addCalendar(work, { primary: true });
  auth = { url: google.app.apiUrl, token: await google.grant() };
});
afterAll(() => google.close());
beforeEach(() => {
  google.settings.pendingReads = 0;
});

let count = 0;
const booking = (fields: Partial<BookingEntry> = {}): BookingEntry => ({
  id: `dbk-8fK2mZ0qWv3Xy7A${(count += 1)}`,
  sequence: 0,
  writtenAt: new Date('2027-01-01T00:00:00Z'),
  title: 'Intro with Ines Okafor',
  description: 'Thirty minutes.',
  location: 'Room 4',
  start: new Date('2027-01-12T09:00:00Z'),
  end: new Date('2027-01-12T09:30:00Z'),
  url: 'https://book.example.org/app/events/1',
  wantsMeeting: false,
  ...fields,
});
const put = async (entry: BookingEntry, known: WrittenEntry | null = null): Promise<WrittenEntry> => {
  const written = await writer().put(auth, work, entry, known);
  if (typeof written === 'string') throw new Error(written);
  return written;
};

test('an id is base32hex of the booking’s, which only Google’s letters are', () => {
  expect(toEntryId('f')).toBe('co');
  expect(toEntryId('foobar')).toBe('cpnmuoj1e8');
  const id = '0190d2b4-5a6c-7d8e-9f01-23456789abcd';
  expect(toEntryId(id)).toMatch(/^[a-v0-9]{58}$/);
  expect([parseEntryId(toEntryId(id)), parseEntryId('somebodyelses'), parseEntryId('Ä')]).toEqual([
    id,
    undefined,
    undefined,
  ]);
});

test('an entry is entered, changed by its version, and removed; nobody is mailed, and it has no attendees', async () => {
  const entry = booking();
  const written = await put(entry);
  expect(google.event(work, written.externalId)).toMatchObject({
    id: toEntryId(entry.id),
    summary: 'Intro with Ines Okafor',
    location: 'Room 4',
    start: { dateTime: '2027-01-12T09:00:00.000Z' },
  });
  const moved = await put({ ...entry, sequence: 1, start: new Date('2027-01-12T10:00:00Z') }, written);
  expect(moved.etag).not.toBe(written.etag);
  expect(google.event(work, written.externalId).start.dateTime).toBe('2027-01-12T10:00:00.000Z');
  await writer().remove(auth, work, entry.id, moved);
  await writer().remove(auth, work, entry.id, moved);
  expect(google.listEvents(work)).toEqual([]);
  expect([google.mailed, google.event(work, written.externalId).attendees]).toEqual([0, undefined]);
});

test('409: a repeated entry is the same one, as the booking is now', async () => {
  const entry = booking();
  const first = await put(entry);
  const again = await put({ ...entry, sequence: 1, title: 'Another title' });
  expect(again.externalId).toBe(first.externalId);
  expect(google.listEvents(work)).toMatchObject([{ summary: 'Another title' }]);
  await writer().remove(auth, work, entry.id, null);
  expect(google.listEvents(work)).toEqual([]);
});

test('409: an entry that was removed from this calendar before is there again', async () => {
  const entry = booking();
  await writer().remove(auth, work, entry.id, await put(entry));
  const again = await put(entry);
  expect(google.listEvents(work)).toMatchObject([{ id: again.externalId, status: 'confirmed' }]);
  await writer().remove(auth, work, entry.id, again);
});

test('412: an entry that somebody changed is left as it is', async () => {
  const entry = booking();
  const written = await put(entry);
  google.put(work, { id: written.externalId, summary: 'Mine' });
  expect(await writer().put(auth, work, { ...entry, sequence: 1 }, written)).toBe('changed');
  expect(google.event(work, written.externalId).summary).toBe('Mine');
  await writer().remove(auth, work, entry.id, written);
});

test('404, 410 and 412: an entry that somebody deleted is gone', async () => {
  const entry = booking();
  const written = await put(entry);
  google.remove(work, written.externalId);
  expect(await writer().put(auth, work, { ...entry, sequence: 1 }, written)).toBe('gone');
  const unknown = { externalId: 'neverthere', etag: '"1"', joinUrl: null };
  expect(await writer().put(auth, work, entry, unknown)).toBe('gone');
  expect(await writer().read?.(auth, work, written)).toBe('gone');
});

test('a meeting is asked for once, and its link comes with the entry', async () => {
  const entry = booking({ wantsMeeting: true });
  const written = await put(entry);
  expect(written.joinUrl).toMatch(/^https:\/\/meet\.google\.com\//);
  const moved = await put({ ...entry, sequence: 1, start: new Date('2027-01-13T10:00:00Z') }, written);
  expect(moved.joinUrl).toBe(written.joinUrl);
  await writer().remove(auth, work, entry.id, moved);
});

test('a meeting that is pending is waited for a little, and read later when that was not enough', async () => {
  google.settings.pendingReads = 1;
  const quick = await put(booking({ wantsMeeting: true }));
  expect(quick.joinUrl).toMatch(/^https/);
  google.settings.pendingReads = 4;
  const slow = await put(booking({ wantsMeeting: true }));
  expect(slow.joinUrl).toBeNull();
  const read = await writer().read?.(auth, work, slow);
  expect(read).toMatchObject({ externalId: slow.externalId, joinUrl: expect.stringMatching(/^https/) });
});

test('429: is an error that says how long to wait', async () => {
  google.failNext(/events$/, { status: 429, headers: { 'retry-after': '30' } });
  await expect(put(booking())).rejects.toMatchObject({ kind: 'unreachable', retryAfterMs: 30_000 });
});

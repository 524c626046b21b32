import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import type { BookingEntry, CalendarAuth, WrittenEntry } from '../provider/public.ts';
import { startGraph } from './test-graph.ts';
import { createGraphWriter } from './writer.ts';

const graph = await startGraph({ now: () => new Date('2027-01-11T06:00:00Z') });
const app = useApp({ config: { outboundAllow: ['127.0.0.1'] } });
let auth: CalendarAuth;
const writer = () => createGraphWriter(app.runtime.outbound);

beforeAll(async () => {
  graph.addCalendar('work', { isDefaultCalendar: true });
  auth = { url: graph.app.apiUrl, token: await graph.grant() };
});
afterAll(() => graph.close());
beforeEach(() => {
  graph.settings.pendingReads = 0;
  for (const { id } of graph.listEvents('work')) graph.remove('work', id);
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
  const written = await writer().put(auth, 'work', entry, known);
  if (typeof written === 'string') throw new Error(written);
  return written;
};

test('an entry is entered, changed by its version, and removed; it has no attendees and an id that stays', async () => {
  const entry = booking();
  const written = await put(entry);
  expect(written.externalId).toMatch(/^AAMk/);
  expect(graph.event('work', written.externalId)).toMatchObject({
    subject: 'Intro with Ines Okafor',
    start: { dateTime: '2027-01-12T09:00:00', timeZone: 'UTC' },
  });
  expect(graph.event('work', written.externalId).attendees).toBeUndefined();
  const moved = await put({ ...entry, sequence: 1, start: new Date('2027-01-12T10:00:00Z') }, written);
  expect(moved).toMatchObject({ externalId: written.externalId });
  expect(graph.event('work', written.externalId).start.dateTime).toBe('2027-01-12T10:00:00');
  await writer().remove(auth, 'work', entry.id, moved);
  await writer().remove(auth, 'work', entry.id, moved);
  expect(graph.listEvents('work')).toEqual([]);
});

test('a repeated entry is the same one, as the booking is now', async () => {
  const entry = booking();
  const first = await put(entry);
  const again = await put({ ...entry, sequence: 1, title: 'Another title' });
  expect(again.externalId).toBe(first.externalId);
  expect(graph.listEvents('work')).toMatchObject([{ subject: 'Another title' }]);
  await writer().remove(auth, 'work', entry.id, null);
  expect(graph.listEvents('work')).toEqual([]);
  await writer().remove(auth, 'work', entry.id, null);
});

test('two at once make one entry: the second is recognised by its transaction', async () => {
  const entry = booking();
  const [one, other] = await Promise.all([put(entry), put(entry)]);
  expect(one.externalId).toBe(other.externalId);
  expect(graph.listEvents('work')).toHaveLength(1);
});

test('an entry that was removed from this calendar before is there again', async () => {
  const entry = booking();
  await writer().remove(auth, 'work', entry.id, await put(entry));
  await put(entry);
  expect(graph.listEvents('work')).toHaveLength(1);
});

test('412: an entry that somebody changed is left as it is', async () => {
  const entry = booking();
  const written = await put(entry);
  graph.put('work', { id: written.externalId, subject: 'Mine' });
  expect(await writer().put(auth, 'work', { ...entry, sequence: 1 }, written)).toBe('changed');
  expect(graph.event('work', written.externalId).subject).toBe('Mine');
});

test('404, or cancelled: an entry that somebody deleted is gone', async () => {
  const entry = booking();
  const written = await put(entry);
  graph.remove('work', written.externalId);
  expect(await writer().put(auth, 'work', { ...entry, sequence: 1 }, written)).toBe('gone');
  expect(await writer().read?.(auth, 'work', written)).toBe('gone');
  const other = booking();
  const cancelled = await put(other);
  graph.put('work', { id: cancelled.externalId, isCancelled: true });
  expect(await writer().read?.(auth, 'work', cancelled)).toBe('gone');
});

test('a meeting comes with the entry, or is read later', async () => {
  const quick = await put(booking({ wantsMeeting: true }));
  expect(quick.joinUrl).toMatch(/^https:\/\/teams\.microsoft\.com\//);
  graph.settings.pendingReads = 1;
  const slow = await put(booking({ wantsMeeting: true }));
  expect(slow.joinUrl).toBeNull();
  const read = await writer().read?.(auth, 'work', slow);
  expect(read).toMatchObject({ externalId: slow.externalId, joinUrl: expect.stringMatching(/^https/) });
});

test('429: is an error that says how long to wait', async () => {
  graph.failNext(/events$/, { status: 429, headers: { 'retry-after': '30' } });
  await expect(put(booking())).rejects.toMatchObject({ kind: 'unreachable', retryAfterMs: 30_000 });
});

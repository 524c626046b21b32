import { expect, test } from 'vitest';
import {
  buildWeek,
  findNext,
  getLatestValue,
  groupAttention,
  isJoinTime,
  isNew,
  suggestSlug,
  sumBuckets,
  type AttentionItem,
} from './rules.ts';

const steps = (done: readonly string[]) =>
  (['profile', 'hours', 'page', 'link', 'team'] as const).map((key) => ({
    key,
    isDone: done.includes(key),
    url: 'https://daybook.example/app',
  }));

test('somebody is new until they have said who they are, set hours or made a page', () => {
  expect(isNew(steps([]))).toBe(true);
  expect(isNew(steps(['team']))).toBe(true);
  for (const key of ['profile', 'hours', 'page']) expect(isNew(steps([key]))).toBe(false);
  expect(isNew([])).toBe(false);
});

test('the end of a link is made of the letters of a name', () => {
  expect(suggestSlug('Mara Lindqvist')).toBe('mara-lindqvist');
  expect(suggestSlug('  Sofía  Núñez-Groß ')).toBe('sofia-nunez-gross');
  expect(suggestSlug('علي')).toBeUndefined();
});

test('the same hours on the days that are chosen, none on the others', () => {
  const week = buildWeek(new Set(['Mon', 'Sun']), '09:00', '17:00');
  expect(week).toHaveLength(7);
  expect(week[0]).toEqual({ day: 'Mon', timesets: [['09:00', '17:00']] });
  expect(week[1]).toEqual({ day: 'Tue', timesets: [] });
});

test('figures of a week', () => {
  const bucket = (value: number | null) => ({ from: '2027-01-11', key: null, label: null, value });
  expect(sumBuckets([bucket(3), bucket(null), bucket(2)])).toBe(5);
  expect(getLatestValue([bucket(58), bucket(null)])).toBe(58);
  expect(getLatestValue([bucket(null)])).toBeUndefined();
});

const meeting = { startTime: '2027-01-11T09:00:00Z', endTime: '2027-01-11T09:30:00Z' };
const at = (clock: string): number => Date.parse(`2027-01-11T${clock}Z`);

test('an event can be joined from ten minutes before its start until its end', () => {
  expect(isJoinTime(meeting, at('08:49:59'))).toBe(false);
  expect(isJoinTime(meeting, at('08:50:00'))).toBe(true);
  expect(isJoinTime(meeting, at('09:29:59'))).toBe(true);
  expect(isJoinTime(meeting, at('09:30:00'))).toBe(false);
});

test('the next event is the one that takes place, until it has ended', () => {
  const later = { startTime: '2027-01-12T09:00:00Z', endTime: '2027-01-12T10:00:00Z' };
  expect(findNext([meeting, later], at('09:15:00'))).toBe(meeting);
  expect(findNext([meeting, later], at('09:30:00'))).toBe(later);
  expect(findNext([meeting], at('10:00:00'))).toBeUndefined();
});

const items = (kind: AttentionItem['kind'], count: number): AttentionItem[] =>
  Array.from({ length: count }, (_, index) => ({
    kind,
    id: `${kind} ${index}`,
    title: '',
    detail: '',
    reason: null,
    count: null,
    dates: [],
    error: null,
    since: '2027-01-11T06:00:00Z',
    url: 'https://daybook.example/app',
  }));

test('many of one kind are one line, decisions come before failures, and nothing is lost', () => {
  const groups = groupAttention([
    ...items('job_failed', 1),
    ...items('link_missing', 20),
    ...items('request_open', 2),
    ...items('mail_failed', 3),
  ]);
  expect(
    groups.map(({ kind, items: { length }, isFolded, isCut }) => [kind, length, isFolded, isCut]),
  ).toEqual([
    ['request_open', 2, false, false],
    ['link_missing', 20, true, true],
    ['mail_failed', 3, true, false],
    ['job_failed', 1, false, false],
  ]);
  expect(groupAttention([])).toEqual([]);
});

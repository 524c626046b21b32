import { expect, test } from 'vitest';
import { isDue, toDue } from './rules.ts';
import { buildTaskQuery, parseTaskSearch } from './search.rules.ts';

const instantAt = (date: string, clock: string) => `${date}T${clock}:00Z`;

test('a day, an instant, or neither: a time without a day says nothing', () => {
  expect(toDue('2027-03-02', '', instantAt)).toEqual({ dueOn: '2027-03-02', dueAt: null });
  expect(toDue('2027-03-02', '09:30', instantAt)).toEqual({ dueOn: null, dueAt: '2027-03-02T09:30:00Z' });
  expect(toDue('', '09:30', instantAt)).toEqual({ dueOn: null, dueAt: null });
});

test('the address keeps what it knows, and takes links of before', () => {
  const search = { whose: 'everyone', state: 'overdue', owner: 'u1' };
  expect(parseTaskSearch(search)).toEqual(search);
  expect(parseTaskSearch({ whose: 'mine', done: true, overdue: true, x: 1 })).toEqual({ state: 'done' });
  expect(parseTaskSearch({ overdue: true })).toEqual({ state: 'overdue' });
});

test('a list shows one’s own open tasks, unless its address names others', () => {
  expect(buildTaskQuery({})).toEqual({ mine: 'true' });
  expect(buildTaskQuery({ whose: 'everyone', state: 'done' })).toEqual({ state: 'done' });
  expect(buildTaskQuery({ whose: 'unassigned', state: 'overdue' })).toEqual({
    owner: 'none',
    overdue: 'true',
  });
  expect(buildTaskQuery({ owner: 'u1' })).toEqual({ owner: 'u1' });
});

test('a task is due when it is overdue, or on the day of the reader', () => {
  const toDate = (instant: string): string => instant.slice(0, 10);
  const task = { dueOn: null, dueAt: null, isOverdue: false };
  const due = (fields: object): boolean => isDue({ ...task, ...fields }, '2027-01-11', toDate);
  expect(due({ dueOn: '2027-01-11' })).toBe(true);
  expect(due({ dueOn: '2027-01-12' })).toBe(false);
  expect(due({ dueAt: '2027-01-11T15:00:00Z' })).toBe(true);
  expect(due({ dueAt: '2027-01-12T00:00:00Z' })).toBe(false);
  expect(due({ dueOn: '2027-01-12', isOverdue: true })).toBe(true);
  expect(due({})).toBe(false);
});

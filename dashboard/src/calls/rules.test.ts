import { expect, test } from 'vitest';
import {
  callQuery,
  clockOfSeconds,
  instantOfScheduled,
  linesOf,
  mayCancel,
  parseCallSearch,
  parseTypedHours,
  scheduledTimeOf,
  typedHours,
  type Call,
} from './rules.ts';

const clock = {
  startOfDate: (date: string) => `start of ${date}`,
  startAfterDate: (date: string) => `end of ${date}`,
};

test('the filters of the address reach the query of the API, and what is none is dropped', () => {
  const search = { state: 'failed', agent: 'a', from: '2027-01-01', to: '2027-01-02', q: 'ines' };
  expect(parseCallSearch({ ...search, more: 1 })).toEqual(search);
  expect(parseCallSearch({ state: 'lost' })).toEqual({});
  expect(callQuery(parseCallSearch(search), clock)).toEqual({
    status: 'failed',
    agent: 'a',
    search: 'ines',
    since: 'start of 2027-01-01',
    until: 'end of 2027-01-02',
  });
});

test('a planned time is UTC on the wire, there and back', () => {
  expect(scheduledTimeOf('2027-03-02T15:30:00+01:00')).toBe('2027-03-02 14:30:00');
  expect(instantOfScheduled('2027-03-02 14:30:00')).toBe('2027-03-02T14:30:00Z');
});

test('a call can be called off before its first attempt and between two, not during one', () => {
  const call = (status: Call['status'], endedAt?: string | null) =>
    ({ status, retryLogs: endedAt === undefined ? [] : [{ endedAt }] }) as unknown as Call;
  expect(mayCancel(call('pending'))).toBe(true);
  expect(mayCancel(call('in_progress', '2027-01-01T00:00:00Z'))).toBe(true);
  expect(mayCancel(call('in_progress', null))).toBe(false);
  expect(mayCancel(call('completed', '2027-01-01T00:00:00Z'))).toBe(false);
});

test('calling hours are typed by day; all empty is any time, and what can not be read is not sent', () => {
  const typed = typedHours([{ day: 'Mon', timesets: [['09:00', '17:00']] }]);
  expect(typed.Mon).toBe('09:00-17:00');
  expect(parseTypedHours(typed)?.[0]).toEqual({ day: 'Mon', timesets: [['09:00', '17:00']] });
  expect(parseTypedHours(typedHours(null))).toBeNull();
  expect(parseTypedHours({ ...typed, Tue: 'noon' })).toBeUndefined();
});

test('a transcript names who speaks, where it says so', () => {
  expect(linesOf('Agent (simulator): Hello.\n\nIt rang twice.')).toEqual([
    { speaker: 'Agent (simulator)', text: 'Hello.' },
    { speaker: null, text: 'It rang twice.' },
  ]);
  expect(clockOfSeconds(245)).toBe('4:05');
});

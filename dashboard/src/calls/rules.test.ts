import { expect, test } from 'vitest';
import {
  buildCallQuery,
  formatSeconds,
  parseScheduledTime,
  isPlayable,
  canCancel,
  parseTypedHours,
  getCallResult,
  formatScheduledTime,
  getStage,
  parseTranscript,
  formatHourTexts,
  type Call,
} from './rules.ts';
import { parseCallSearch } from './search.ts';

const clock = {
  startOfDate: (date: string) => `start of ${date}`,
  startAfterDate: (date: string) => `end of ${date}`,
};

test('the filters of the address reach the query of the API, and what is none is dropped', () => {
  const search = { state: 'failed', agent: 'a', from: '2027-01-01', to: '2027-01-02', q: 'ines' };
  expect(parseCallSearch({ ...search, more: 1 })).toEqual(search);
  expect(parseCallSearch({ state: 'lost' })).toEqual({});
  expect(buildCallQuery(parseCallSearch(search), clock)).toEqual({
    status: 'failed',
    agent: 'a',
    search: 'ines',
    since: 'start of 2027-01-01',
    until: 'end of 2027-01-02',
  });
});

test('a planned time is UTC on the wire, there and back', () => {
  expect(formatScheduledTime('2027-03-02T15:30:00+01:00')).toBe('2027-03-02 14:30:00');
  expect(parseScheduledTime('2027-03-02 14:30:00')).toBe('2027-03-02T14:30:00Z');
});

test('a call can be called off before its first attempt and between two, not during one', () => {
  const call = (status: Call['status'], endedAt?: string | null) =>
    ({ status, retryLogs: endedAt === undefined ? [] : [{ endedAt }] }) as unknown as Call;
  expect(canCancel(call('pending'))).toBe(true);
  expect(canCancel(call('in_progress', '2027-01-01T00:00:00Z'))).toBe(true);
  expect(canCancel(call('in_progress', null))).toBe(false);
  expect(canCancel(call('completed', '2027-01-01T00:00:00Z'))).toBe(false);
});

test('a call is waiting, on the phone, between attempts or over, and what became of it is one word', () => {
  const call = (status: Call['status'], more: object = {}) =>
    ({ status, retryLogs: [], callLog: null, ...more }) as unknown as Call;
  const ended = { retryLogs: [{ endedAt: '2027-01-01T00:00:00Z' }] };
  expect(getStage(call('pending'))).toBe('waiting');
  expect(getStage(call('in_progress', { retryLogs: [{ endedAt: null }] }))).toBe('calling');
  expect(getStage(call('in_progress', ended))).toBe('between');
  expect(getStage(call('cancelled'))).toBe('over');
  expect(getCallResult(call('in_progress', ended))).toBe('open');
  expect(getCallResult(call('cancelled', ended))).toBe('cancelled');
  expect(getCallResult(call('failed', ended))).toBe('not_placed');
  expect(getCallResult(call('failed', { callLog: { outcome: 'busy', eventUuid: null } }))).toBe('busy');
  expect(getCallResult(call('completed', { callLog: { outcome: 'answered', eventUuid: 'e' } }))).toBe(
    'booked',
  );
});

test('calling hours are typed by day; all empty is any time, and what can’t be read is not sent', () => {
  const typed = formatHourTexts([{ day: 'Mon', timesets: [['09:00', '17:00']] }]);
  expect(typed.Mon).toBe('09:00-17:00');
  expect(parseTypedHours(typed)?.[0]).toEqual({ day: 'Mon', timesets: [['09:00', '17:00']] });
  expect(parseTypedHours(formatHourTexts(null))).toBeNull();
  expect(parseTypedHours({ ...typed, Tue: 'noon' })).toBeUndefined();
});

test('a transcript says who speaks and when, where it knows', () => {
  expect(
    parseTranscript('Agent (simulator): Hello.\n\nIt rang twice.\n[1:05] Person: at 10:00: yes'),
  ).toEqual([
    { atSeconds: null, speaker: 'Agent (simulator)', text: 'Hello.' },
    { atSeconds: null, speaker: null, text: 'It rang twice.' },
    { atSeconds: 65, speaker: 'Person', text: 'at 10:00: yes' },
  ]);
  expect(formatSeconds(245)).toBe('4:05');
});

test('only recordings of this site are played here', () => {
  expect(isPlayable('https://daybook.example/v2/recording', 'https://daybook.example')).toBe(true);
  expect(isPlayable('https://daybook.example.net/a.wav', 'https://daybook.example')).toBe(false);
});

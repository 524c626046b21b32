import { describe, expect, test } from 'vitest';
import { countriesOf, isPhoneNumber } from '../platform/phone.ts';
import { zoneNamed, zonesOfCountry } from '../platform/zones.ts';
import type { CallOutcome } from './provider.ts';
import { decideNext, nextOpening, zoneOfCallee, type CallingHours } from './rules.ts';

const at = (text: string): number => Date.parse(text);
const opening = (hours: CallingHours | null, zone: string, now: string): string | undefined => {
  const found = nextOpening(hours, zoneNamed(zone), at(now));
  return found === undefined ? undefined : new Date(found).toISOString();
};

describe('calling hours', () => {
  const weekdays: CallingHours = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((day) => ({
    day,
    timesets: [
      ['09:00', '12:00'],
      ['13:00', '17:00'],
    ],
  }));

  test.each([
    ['inside', '2027-03-01T08:30:15.250Z', '2027-03-01T08:30:15.250Z'],
    ['the first minute', '2027-03-01T08:00:00.000Z', '2027-03-01T08:00:00.000Z'],
    ['the last second', '2027-03-01T10:59:59.999Z', '2027-03-01T10:59:59.999Z'],
    ['the end is outside', '2027-03-01T11:00:00.000Z', '2027-03-01T12:00:00.000Z'],
    ['at lunch', '2027-03-01T11:20:00.000Z', '2027-03-01T12:00:00.000Z'],
    ['in the evening', '2027-03-01T18:00:00.000Z', '2027-03-02T08:00:00.000Z'],
    ['over a weekend', '2027-03-05T16:00:00.000Z', '2027-03-08T08:00:00.000Z'],
    ['over a weekend when clocks change', '2027-03-26T16:30:00.000Z', '2027-03-29T07:00:00.000Z'],
  ])('%s: %s opens %s', (_, now, expected) => {
    expect(opening(weekdays, 'Europe/Berlin', now)).toBe(expected);
  });

  test('null is at any time', () => {
    expect(opening(null, 'Europe/Berlin', '2027-03-06T02:00:00.000Z')).toBe('2027-03-06T02:00:00.000Z');
  });

  test('hours that the clock swallows wait for the next week', () => {
    const sundays: CallingHours = [{ day: 'Sun', timesets: [['02:00', '03:00']] }];
    const expected = '2027-04-04T00:00:00.000Z';
    expect(opening(sundays, 'Europe/Berlin', '2027-03-27T12:00:00.000Z')).toBe(expected);
  });
});

describe('the zone of who is called', () => {
  const zone = (number: string): string =>
    zoneOfCallee(
      countriesOf(number).flatMap(zonesOfCountry),
      zoneNamed('Europe/Berlin'),
      at('2027-03-01T00:00:00Z'),
    ).name;

  test.each([
    ['+493012345678', /^Europe\/(Berlin|Zurich|Busingen)$/, 'all zones of Germany show one time'],
    ['+81312345678', /^Asia\/Tokyo$/, 'one zone'],
    ['+447700900123', /^Europe\/London$|^Europe\/(Jersey|Guernsey|Isle_of_Man)$/, 'countries with one clock'],
    ['+12125550147', /^Europe\/Berlin$/, 'several clocks: the zone of the workspace'],
    ['+34912345678', /^Europe\/Berlin$/, 'the islands are an hour behind'],
    ['+80012345678', /^Europe\/Berlin$/, 'no country at all'],
  ])('%s is in %s: %s', (number, expected) => {
    expect(zone(number)).toMatch(expected);
  });
});

test.each([
  ['+493012345678', true],
  ['+12125550147', true],
  ['+15555550100', true],
  ['+1234567890', false],
  ['+4940', false],
  ['+4903012345678', false],
  ['+9991234567', false],
  ['03012345678', false],
  ['+49 30 12345678', false],
])('%s is a phone number: %s', (text, expected) => {
  expect(isPhoneNumber(text)).toBe(expected);
});

describe('what follows from an attempt', () => {
  const after = (outcome: CallOutcome | null, attempt: number, error: string | null = null) =>
    decideNext({ outcome, attempt, error }, 3);

  test('answered and voicemail complete the call', () => {
    expect(after('answered', 1)).toEqual({ next: 'completed' });
    expect(after('voicemail', 3)).toEqual({ next: 'completed' });
  });

  test('busy, not answered and not placed are tried again, until the last attempt', () => {
    for (const outcome of ['busy', 'not_answered', null] as const) {
      expect(after(outcome, 2)).toEqual({ next: 'retry' });
      expect(after(outcome, 3).next).toBe('failed');
    }
    expect(after('busy', 3)).toEqual({ next: 'failed', error: 'Busy after 3 attempts.' });
    expect(after(null, 3, 'No line.')).toEqual({ next: 'failed', error: 'No line.' });
    expect(decideNext({ outcome: 'not_answered', attempt: 1, error: null }, 1)).toEqual({
      next: 'failed',
      error: 'Not answered after 1 attempt.',
    });
  });

  test('unknown is never tried again: the phone may have rung', () => {
    expect(after('unknown', 1).next).toBe('failed');
  });
});

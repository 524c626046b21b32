import { describe, expect, test } from 'vitest';
import { isPhoneNumber } from '../platform/phone.ts';
import { getZone } from '../platform/zones.ts';
import { areaCodes } from './area-codes.data.ts';
import { countedMs, findNextDialTime, findNextOpening, listCalleeZones, type CallingHours } from './rules.ts';

const at = (text: string): number => Date.parse(text);
const opening = (hours: CallingHours | null, zone: string, now: string): string | undefined => {
  const found = findNextOpening(hours, [getZone(zone)], at(now));
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

test('hours that end in what the clock skips end there, whatever the clock shows next', () => {
  const nights: CallingHours = [{ day: 'Sun', timesets: [['01:30', '03:30']] }];
  const open = (now: string) => opening(nights, 'Pacific/Chatham', now);
  expect(open('2028-09-23T13:59:00.000Z')).toBe('2028-09-23T13:59:00.000Z');
  expect(open('2028-09-23T14:03:49.000Z')).toBe('2028-09-30T11:45:00.000Z');
});

describe('the zones of who is called', () => {
  const zones = (number: string, timeZone: string | null = null): string =>
    listCalleeZones(number, timeZone, 'Europe/Berlin')
      .map(({ name }) => name)
      .join(' ');

  test.each([
    ['+81312345678', /^Asia\/Tokyo$/, 'a country with one zone'],
    [
      '+493012345678',
      /^Europe\/Berlin /,
      'Berlin first, though Zurich has the same clock and part of the country',
    ],
    ['+31201234567', /^Europe\/Amsterdam /, 'Amsterdam first'],
    ['+380441234567', /^Europe\/Kyiv /, 'Kyiv first, which is not on the clock of Simferopol'],
    ['+12125550147', /^America\/New_York$/, 'New York'],
    ['+18085550147', /^Pacific\/Honolulu$/, 'Hawaii'],
    ['+14165550147', /^America\/Toronto$/, 'Toronto'],
    ['+18505550147', /^America\/New_York America\/Chicago$/, 'an area in two zones'],
    ['+18005550147', /America\/New_York.*Pacific\/Honolulu/, 'no area: the whole country'],
    ['+74951234567', /^Europe\/Moscow$/, 'Moscow'],
    ['+74231234567', /^Asia\/Vladivostok$/, 'Vladivostok'],
    ['+79161234567', /Europe\/Kaliningrad.*Asia\/Kamchatka/, 'a mobile number: the whole country'],
    ['+77271234567', /^Asia\/Almaty.*Asia\/Oral$/, 'Kazakhstan, not Russia'],
    ['+61891234567', /Australia\/Perth/, 'the west of Australia'],
    ['+5568912345678', /^America\/Rio_Branco$/, 'Acre'],
    ['+529981234567', /^America\/Cancun$/, 'Cancun'],
    ['+62211234567', /^Asia\/Jakarta$/, 'Jakarta'],
    ['+34912345678', /^Europe\/Madrid$/, 'Madrid'],
    ['+34922123456', /^Atlantic\/Canary$/, 'the longer area code wins'],
    ['+351296123456', /^Atlantic\/Azores$/, 'the Azores'],
    ['+80012345678', /^Europe\/Berlin$/, 'no country at all: the workspace'],
  ])('%s is in %s: %s', (number, expected) => {
    expect(zones(number)).toMatch(expected);
  });

  test('are the one that the caller names', () => {
    expect(zones('+18005550147', 'America/Denver')).toBe('America/Denver');
  });

  test('each exist and belong to one area once', () => {
    for (const [callingCode, areas] of Object.entries(areaCodes)) {
      const codes = Object.values(areas).flatMap((text) => text.split(' '));
      expect(new Set(codes).size, callingCode).toBe(codes.length);
      for (const names of Object.keys(areas)) for (const name of names.split(' ')) getZone(name);
    }
  });

  test('must all be within the hours', () => {
    const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
    const office = days.map((day) => ({ day, timesets: [['09:00', '17:00']] })) as CallingHours;
    const across = listCalleeZones('+18005550147', null, 'Europe/Berlin');
    // Nine in Hawaii's westernmost neighbour Adak is 14:00 in New York, and there it closes at 17:00.
    expect(findNextOpening(office, across, at('2027-03-01T12:00:00Z'))).toBe(at('2027-03-01T19:00:00Z'));
    expect(findNextOpening(office, across, at('2027-03-01T22:00:00Z'))).toBe(at('2027-03-02T19:00:00Z'));
    const russia = listCalleeZones('+79161234567', null, 'Europe/Berlin');
    expect(findNextOpening(office, russia, at('2027-03-01T12:00:00Z'))).toBeUndefined();
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

describe('how often a number is dialled', () => {
  const berlin = [getZone('Europe/Berlin')];
  const now = at('2027-03-01T12:00:00Z');

  test('a fourth time only when the first is a day ago', () => {
    const dialled = [1, 5, 20].map((hours) => now - hours * 3_600_000);
    expect(findNextDialTime(null, berlin, now, dialled.slice(1))).toBe(now);
    expect(findNextDialTime(null, berlin, now, dialled)).toBe(now + 4 * 3_600_000 + 45_000);
    expect(findNextDialTime(null, berlin, now, [now - countedMs, ...dialled.slice(1)])).toBe(now);
  });

  test('and then within the hours, with time left to place the call', () => {
    const hours: CallingHours = [{ day: 'Tue', timesets: [['09:00', '09:30']] }];
    const dialled = [now - 3000, now - 2000, now - 1000];
    // A day later is Tuesday, 13:00 in Berlin: too late for that week.
    expect(findNextDialTime(hours, berlin, now, dialled)).toBe(at('2027-03-09T08:00:00Z'));
    expect(findNextDialTime(hours, berlin, at('2027-03-02T08:29:10Z'), [])).toBe(at('2027-03-02T08:29:10Z'));
    expect(findNextDialTime(hours, berlin, at('2027-03-02T08:29:20Z'), [])).toBe(at('2027-03-09T08:00:00Z'));
  });
});

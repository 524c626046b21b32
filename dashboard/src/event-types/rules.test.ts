import { describe, expect, test } from 'vitest';
import {
  diffDrafts,
  buildCopy,
  toDraft,
  formatEmbedCode,
  getPath,
  parseTypedLimit,
  parseTypedNumber,
  setDefault,
  type Settings,
} from './rules.ts';
import { parsePageSearch } from './search.ts';

const settings = {
  title: 'Intro call',
  slug: 'intro-call',
  type: 'ONE_ON_ONE',
  description: '<p>Hello</p>',
  color: '2563eb',
  duration: 30,
  eventDurations: [],
  profile: { slug: 'mara-lindqvist' },
  hosts: [
    { email: 'mara@juniper.example', name: 'Mara', weight: 1, priority: 0, dailyLimit: null, weeklyLimit: 5 },
  ],
  inviteeQuestions: [
    { id: 2, order: 2, question: 'B', isActive: true, isRequired: false, type: 'TEXT_INPUT', options: null },
    { id: 1, order: 1, question: 'A', isActive: true, isRequired: true, type: 'TEXT_INPUT', options: null },
  ],
  locations: [{ id: 'k3R9xQ0bZt', type: 'ZOOM', joinUrl: 'https://zoom.example/1' }],
  bookingWindow: { type: 'rolling', days: 60 },
  reminders: [1440],
} as unknown as Settings;

test('the address of the list keeps whose pages it shows, and drops the rest', () => {
  const search = { user: 'aiko-tanaka', team: 'sales', scope: 'all', q: 'call' };
  expect(parsePageSearch({ ...search, more: 1 })).toEqual(search);
  expect(parsePageSearch({ user: 7, scope: 'none', q: ' ' })).toEqual({ user: '7' });
});

test('a page opens on the host of the dashboard', () => {
  expect(getPath('https://meet.example/mara-lindqvist/intro-call')).toBe('/mara-lindqvist/intro-call');
});

test('what is no whole number is sent as it was typed, and nothing is no limit', () => {
  expect(parseTypedNumber(' 30 ')).toBe(30);
  // The server says in which range it must be.
  expect(['3.5', '-1', '1e9'].map(parseTypedNumber)).toEqual([3.5, -1, 1e9]);
  for (const text of ['', 'ten']) expect(parseTypedNumber(text)).toBe(text);
  expect([parseTypedLimit(' '), parseTypedLimit('4'), parseTypedLimit('x')]).toEqual([null, 4, 'x']);
});

describe('what is edited', () => {
  const before = toDraft(settings);

  test('without a change, nothing is sent', () => {
    expect(diffDrafts(before, before)).toEqual({});
    expect(before.inviteeQuestions.map(({ question }) => question)).toEqual(['A', 'B']);
    expect(before.eventDurations).toEqual([{ minutes: 30, default: true }]);
  });

  test('only what differs is sent, as the API takes it', () => {
    const after = {
      ...before,
      color: '#ff0000',
      hosts: before.hosts.map((host) => ({ ...host, weight: 2 })),
      locations: [{ type: 'IN_PERSON' as const, address: 'Here', details: '' }],
    };
    expect(diffDrafts(before, after)).toEqual({
      color: 'ff0000',
      hosts: [{ email: 'mara@juniper.example', weight: 2, priority: 0, dailyLimit: null, weeklyLimit: 5 }],
      locations: [{ type: 'IN_PERSON', address: 'Here' }],
    });
  });

  test('a copy has all but ids and the link', () => {
    const copy = buildCopy(settings, 'Copy');
    expect(copy).toMatchObject({ title: 'Copy', ownerSlug: 'mara-lindqvist', description: '<p>Hello</p>' });
    expect(copy).not.toHaveProperty('slug');
    expect(JSON.stringify(copy)).not.toContain('"id"');
  });

  test('one duration is chosen at first', () => {
    const two = [
      { minutes: 30, default: true },
      { minutes: 60, default: false },
    ];
    expect(setDefault(two, 1).map((each) => each.default)).toEqual([false, true]);
  });
});

test('the code to embed is what the guide says', () => {
  const url = 'https://meet.example/mara/intro';
  expect(formatEmbedCode(url, 'inline', 'Book')).toBe(
    '<script src="https://meet.example/embed.js"></script>\n<div data-daybook-inline="https://meet.example/mara/intro"></div>',
  );
  expect(formatEmbedCode(url, 'popup', 'Book')).toContain('data-daybook-popup>Book</a>');
});

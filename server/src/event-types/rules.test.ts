import { describe, expect, test } from 'vitest';
import {
  mergeSettings,
  chooseDurations,
  canChange,
  canAssignHosts,
  canRead,
  buildNewSettings,
  validateSettings,
} from './rules.ts';

const nobody = { isAdmin: false, isOwner: false, isHost: false, teamRole: undefined } as const;

describe('who may do what', () => {
  test.each([
    ['nobody', {}, { read: false, change: false, name: false }],
    ['a host', { isHost: true }, { read: true, change: false, name: false }],
    ['the owner', { isOwner: true }, { read: true, change: true, name: false }],
    ['a member of the team', { teamRole: 'member' as const }, { read: true, change: false, name: false }],
    ['a manager of the team', { teamRole: 'manager' as const }, { read: true, change: true, name: true }],
    ['an admin', { isAdmin: true }, { read: true, change: true, name: true }],
  ])('%s', (_, given, { read, change, name }) => {
    const access = { ...nobody, ...given };
    expect([canRead(access), canChange(access), canAssignHosts(access)]).toEqual([read, change, name]);
  });
});

describe('durations', () => {
  const list = (...minutes: number[]) => minutes.map((item) => ({ minutes: item, default: false }));
  const three = { duration: 30, durations: [15, 30, 60] };

  test.each([
    ['nothing: half an hour', {}, undefined, [30], 30],
    ['one', { duration: 45 }, undefined, [45], 45],
    ['a list: its first', { eventDurations: list(15, 30) }, undefined, [15, 30], 15],
    ['a list and one of it', { duration: 30, eventDurations: list(15, 30) }, undefined, [15, 30], 30],
    ['nothing new: as before', {}, three, [15, 30, 60], 30],
    ['another of several', { duration: 60 }, three, [15, 30, 60], 60],
    ['another one alone', { duration: 60 }, { duration: 30, durations: [30] }, [60], 60],
    ['a new list that has the old default', { eventDurations: list(10, 30) }, three, [10, 30], 30],
    ['a new list without it', { eventDurations: list(10, 20) }, three, [10, 20], 10],
  ])('%s', (_, given, before, durations, duration) => {
    expect(chooseDurations(given, before)).toEqual({ durations, duration });
  });

  test('the marked one is the default', () => {
    const eventDurations = [...list(15), { minutes: 60, default: true }];
    expect(chooseDurations({ eventDurations }, three).duration).toBe(60);
  });
});

describe('a page as a whole', () => {
  const page = buildNewSettings({ title: 'Page', type: 'ONE_ON_ONE' });

  test('what is new is right', () => {
    expect(validateSettings(page, 1, {}, () => undefined)).toEqual({});
  });

  test('null is an answer, undefined is none', () => {
    const before = { ...page, price: '5.00', currency: 'EUR', daily_limit: 3 };
    expect(mergeSettings(before, {})).toEqual(before);
    expect(mergeSettings(before, { price: null, dailyLimit: null })).toEqual({
      ...before,
      price: null,
      daily_limit: null,
    });
  });

  test.each([
    ['two hosts', page, 2, ['hosts']],
    ['no host', { ...page, type: 'COLLECTIVE' }, 0, ['hosts']],
    ['many hosts together', { ...page, type: 'COLLECTIVE' }, 20, []],
    ['hosts that are not known', page, undefined, []],
    ['a crowd', { ...page, max_active_invitees: 2 }, 1, ['maxActiveInvitees']],
    ['a crowd in a group', { ...page, type: 'GROUP', max_active_invitees: 2 }, 1, []],
    ['a price in nothing', { ...page, price: '1.00' }, 1, ['currency']],
    ['a duration that is not offered', { ...page, duration: 31 }, 1, ['duration']],
  ])('%s', (_, settings, hosts, fields) => {
    expect(Object.keys(validateSettings(settings, hosts, {}, () => undefined))).toEqual(fields);
  });
});

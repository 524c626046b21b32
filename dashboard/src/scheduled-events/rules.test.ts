import { describe, expect, test } from 'vitest';
import {
  besideFilters,
  buildEventQuery,
  buildSpanQuery,
  getStatus,
  groupByDay,
  isNarrowed,
  parseBookSearch,
  parseEventSearch,
} from './rules.ts';

const clock = {
  now: '2027-01-11T09:00:00.000Z',
  startOfToday: '2027-01-10T23:00:00.000Z',
  startOfDate: (date: string) => `start of ${date}`,
  startAfterDate: (date: string) => `end of ${date}`,
};

describe('the address of the list', () => {
  test('keeps every filter, and drops what is none', () => {
    const search = {
      when: 'past',
      status: 'cancelled',
      from: '2027-01-01',
      to: '2027-02-01',
      scope: 'all',
      host: 'mara@juniper.example',
      with: 'aiko-tanaka',
      invitee: 'ines@okafor.example',
      team: 'sales',
      q: 'plans',
      sort: 'asc',
      page: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
      location: 'ZOOM',
      showed: 'no',
      view: 'week',
      date: '2027-01-11',
      saved: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3e',
    };
    expect(parseEventSearch(search)).toEqual(search);
    expect(parseEventSearch({ when: 'soon', from: 'today', q: ' ', status: 7, more: 1 })).toEqual({});
    expect(parseEventSearch({ q: 2027 })).toEqual({ q: '2027' });
  });

  test('what the address says for the panel beside the list is no filter', () => {
    const search = {
      status: 'confirmed',
      name: 'Ada',
      email: 'ada@sheet.example',
      at: '2026-11-17T10:15',
    } as const;
    expect(Object.keys(search).filter((name) => !besideFilters.includes(name))).toEqual(['status']);
  });

  test('week and agenda ask for their days with every filter of the list, and not for a period', () => {
    const filters = {
      team: 'sales',
      location: 'ZOOM',
      showed: 'no',
      invitee: 'ines@okafor.example',
    } as const;
    const span = { start: 'Monday', end: 'next Monday' };
    expect(buildSpanQuery({ ...filters, when: 'past', sort: 'desc' }, span, clock)).toEqual({
      sort: 'asc',
      status: 'confirmed',
      overlaps: 'Monday/next Monday',
      teamSlug: 'sales',
      location: 'ZOOM',
      noShow: 'true',
      inviteeEmail: 'ines@okafor.example',
    });
    const dates = { from: '2027-01-12', to: '2027-01-13' };
    expect(buildSpanQuery(dates, span, clock)).toMatchObject({
      minStartTime: 'start of 2027-01-12',
      maxStartTime: 'end of 2027-01-13',
    });
  });

  test('a week asks for the list as soon as a filter is set that the calendar of a host does not know', () => {
    expect(isNarrowed({ view: 'week', date: '2027-01-11', host: 'mara@juniper.example' })).toBe(false);
    const filters = [{ scope: 'all' }, { team: 'sales' }, { showed: 'no' }, { from: '2027-01-11' }] as const;
    for (const filter of filters) expect(isNarrowed({ view: 'week', ...filter })).toBe(true);
  });

  test('without a choice, asks for what begins from today on, the next first', () => {
    expect(buildEventQuery({}, clock)).toEqual({
      sort: 'asc',
      status: 'confirmed',
      minStartTime: clock.startOfToday,
    });
  });

  test('canceled events are not among the upcoming or past ones: they have a tab, and stand among all', () => {
    expect(buildEventQuery({ when: 'cancelled' }, clock)).toEqual({ sort: 'desc', status: 'cancelled' });
    expect(buildEventQuery({ when: 'all' }, clock)).toEqual({ sort: 'desc' });
    expect(getStatus({ view: 'agenda' })).toBe('confirmed');
    expect(getStatus({ when: 'past', status: 'cancelled' })).toBe('cancelled');
    expect(getStatus({ view: 'agenda', status: 'all' })).toBeUndefined();
  });

  test('the past is before now, the latest first; a date replaces it', () => {
    expect(buildEventQuery({ when: 'past' }, clock)).toEqual({
      sort: 'desc',
      status: 'confirmed',
      maxStartTime: clock.now,
    });
    expect(buildEventQuery({ from: '2027-01-01', to: '2027-01-31' }, clock)).toEqual({
      sort: 'asc',
      status: 'confirmed',
      minStartTime: 'start of 2027-01-01',
      maxStartTime: 'end of 2027-01-31',
    });
  });

  test('every filter reaches the query of the API', () => {
    const query = buildEventQuery(
      {
        when: 'all',
        scope: 'all',
        host: 'h',
        with: 'w',
        invitee: 'i',
        team: 't',
        q: 'k',
        status: 'confirmed',
        page: 'p',
        location: 'ZOOM',
        showed: 'no',
      },
      clock,
    );
    expect(query).toEqual({
      sort: 'desc',
      status: 'confirmed',
      scope: 'all',
      hostEmail: 'h',
      userSlug: 'w',
      inviteeEmail: 'i',
      teamSlug: 't',
      keyword: 'k',
      eventTypeUuid: 'p',
      location: 'ZOOM',
      noShow: 'true',
    });
  });
});

test('neighbours on one day are one group, in the order of the list', () => {
  expect(groupByDay([3, 3, 2, 3], (day) => day)).toEqual([
    { day: 3, items: [3, 3] },
    { day: 2, items: [2] },
    { day: 3, items: [3] },
  ]);
});

test('a time to book is taken from the address only if it is one', () => {
  expect(parseBookSearch({ at: '2027-02-03T13:00' })).toEqual({ at: '2027-02-03T13:00' });
  for (const at of ['2027-02-30T13:00', '2027-02-03T24:00', '2027-02-03', 'T13:00', 5, undefined]) {
    expect(parseBookSearch({ at })).toEqual({});
  }
});

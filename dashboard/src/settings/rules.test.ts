import { listAllowedRoles } from '@daybook/contract/permissions';
import { routes } from '@daybook/contract/routes';
import { describe, expect, test } from 'vitest';
import { abilities } from './abilities.ts';
import {
  buildDepartureQuery,
  parseColor,
  formatContrast,
  parseDays,
  splitWords,
  listGrantableRoles,
  isLastOwner,
  findChangeRefusal,
  sumDepartures,
} from './rules.ts';
import { parsePeopleSearch } from './search.ts';

describe('the page of roles', () => {
  const named = Object.values(abilities).flatMap(({ operations, extent }) =>
    (operations as readonly string[]).map((operation) => ({ operation, extent })),
  );

  test('says of users what the contract says of each operation', () => {
    const wrong = named.filter(({ operation, extent }) => {
      const route = routes.get(operation);
      return !route || listAllowedRoles(route).includes('user') !== (extent.user !== 'none');
    });
    expect(wrong).toEqual([]);
  });

  test('what is called viewing only reads', () => {
    const writing = abilities.logs.operations.filter((name) => routes.get(name)?.method !== 'GET');
    expect(writing).toEqual([]);
  });

  test('leaves out nothing that only owners and admins may do', () => {
    const known = new Set(named.map(({ operation }) => operation));
    const forAdmins = [...routes].filter(
      ([, route]) => route.access.kind !== 'public' && !listAllowedRoles(route).includes('user'),
    );
    expect(forAdmins.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
  });
});

test('the address of the list of people keeps what it knows, and drops the rest', () => {
  expect(parsePeopleSearch({ q: 'aiko', show: 'inactive', more: 1 })).toEqual({
    q: 'aiko',
    show: 'inactive',
  });
  expect(parsePeopleSearch({ q: 2027, show: 'all' })).toEqual({ q: '2027' });
  expect(parsePeopleSearch({ q: '' })).toEqual({});
});

test('only an owner changes an owner, and users change nobody else', () => {
  const owner = { uuid: 'A', role: 'owner' } as const;
  const admin = { uuid: 'B', role: 'admin' } as const;
  const user = { uuid: 'C', role: 'user' } as const;
  expect(findChangeRefusal(admin, owner)).toBe('ownersOnly');
  expect(findChangeRefusal(owner, admin)).toBeUndefined();
  expect(findChangeRefusal(admin, user)).toBeUndefined();
  expect(findChangeRefusal(user, admin)).toBe('adminsOnly');
  expect(findChangeRefusal(user, user)).toBeUndefined();
  expect(listGrantableRoles('admin')).toEqual(['admin', 'user']);
  expect(listGrantableRoles('owner')).toContain('owner');
});

test('the last active owner is known, regardless of the others', () => {
  const owner = { uuid: 'A', role: 'owner', isActive: true } as const;
  const other = { uuid: 'B', role: 'owner', isActive: true } as const;
  expect(isLastOwner([owner, { ...other, isActive: false }, { ...other, role: 'admin' }], owner)).toBe(true);
  expect(isLastOwner([owner, other], owner)).toBe(false);
  expect(isLastOwner([owner], { ...other, role: 'admin' })).toBe(false);
});

test('sites are separated by any white space', () => {
  expect(splitWords(' https://a.example\n\nhttps://b.example ')).toEqual([
    'https://a.example',
    'https://b.example',
  ]);
  expect(splitWords(' ')).toEqual([]);
});

test('an empty field of days is for good; what is no number is not sent as one', () => {
  expect([parseDays(''), parseDays(' 30 ')]).toEqual([null, 30]);
  expect(parseDays('ten')).toBeNaN();
});

test('a colour has six digits, and its contrast is never rounded up', () => {
  expect([parseColor('#2563EB'), parseColor('2563eb'), parseColor('#25f')]).toEqual([
    '2563eb',
    '2563eb',
    undefined,
  ]);
  expect(formatContrast('#767676', '#ffffff')).toBe('4.5');
  expect(formatContrast('#777777', '#ffffff')).toBe('4.4');
});

describe('several users who leave', () => {
  test('what they have is counted together, kind by kind', () => {
    const departures = [
      { openBookings: 2, items: [{ kind: 'tokens', count: 1, outcome: 'ends' }] },
      {
        openBookings: 0,
        items: [
          { kind: 'tokens', count: 3, outcome: 'ends' },
          { kind: 'apps', count: 1, outcome: 'kept' },
        ],
      },
    ] as const;
    expect(
      sumDepartures(departures.map(({ openBookings, items }) => ({ openBookings, items: [...items] }))),
    ).toEqual({
      openBookings: 2,
      items: [
        { kind: 'tokens', count: 4, outcome: 'ends' },
        { kind: 'apps', count: 1, outcome: 'kept' },
      ],
    });
    expect(sumDepartures([])).toEqual({ openBookings: 0, items: [] });
  });

  test('a reason is sent with a cancellation alone, and nobody where nobody was chosen', () => {
    const values = new FormData();
    values.set('cancellationReason', ' Left ');
    values.set('handoverTo', '');
    expect(buildDepartureQuery({ bookings: 'keep', integrations: 'end' }, values)).toEqual({
      bookings: 'keep',
      integrations: 'end',
    });
    expect(buildDepartureQuery({ bookings: 'cancel', integrations: 'keep' }, values)).toEqual({
      bookings: 'cancel',
      integrations: 'keep',
      cancellationReason: 'Left',
    });
  });
});

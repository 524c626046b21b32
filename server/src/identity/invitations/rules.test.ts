import { describe, expect, test } from 'vitest';
import { splitName, findAcceptProblem, findInviteProblem } from './rules.ts';

describe('who may invite whom', () => {
  test.each([
    ['owner', 'owner', true],
    ['owner', 'user', true],
    ['admin', 'owner', false],
    ['admin', 'admin', true],
    ['user', 'user', false],
  ] as const)('%s invites %s: %s', (inviter, role, may) => {
    expect(findInviteProblem(inviter, role) === undefined).toBe(may);
  });
});

describe('what can be accepted', () => {
  const now = Date.parse('2027-01-11T06:00:00Z');
  const open = {
    accepted_at: null,
    withdrawn_at: null,
    expires_at: '2027-01-12T00:00:00Z',
    role: 'admin',
    inviter: { role: 'admin', is_active: true },
  };
  test.each([
    [{}, undefined],
    [{ inviter: null }, undefined],
    [{ accepted_at: '2027-01-10T00:00:00Z' }, 'This invitation was already used. Sign in instead.'],
    [{ withdrawn_at: '2027-01-10T00:00:00Z' }, 'This invitation was withdrawn.'],
    [
      { expires_at: '2027-01-11T06:00:00Z' },
      'This invitation has expired. Ask the person who invited you for a new one.',
    ],
    [{ inviter: { role: 'admin', is_active: false } }, 'This invitation was withdrawn.'],
    [{ inviter: { role: 'user', is_active: true } }, 'This invitation was withdrawn.'],
    [{ role: 'owner' }, 'This invitation was withdrawn.'],
  ])('%j', (change, why) => {
    expect(findAcceptProblem({ ...open, ...change }, now)).toBe(why);
  });
});

test.each([
  ['Noor Haddad', 'Noor', 'Haddad'],
  ['  Ana  María de la Cruz ', 'Ana', 'María de la Cruz'],
  ['Pelé', 'Pelé', ''],
])('the name %s', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

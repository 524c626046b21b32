import type { Scope } from '@daybook/contract/scopes';
import { describe, expect, test } from 'vitest';
import { computeEffectiveScopes, type Actor, type Role } from '../platform/auth/actor.ts';
import { generateWorkspaceId } from '../platform/db/workspace-id.ts';
import { isLastOwner, findAddProblem, findChangeProblem } from './rules.ts';

function actor(role: Role, scopes: readonly Scope[] = ['admin:full'], kind: Actor['kind'] = 'token'): Actor {
  return {
    kind,
    id: 'token',
    workspaceId: generateWorkspaceId(),
    memberId: 'SELF',
    email: 'self@juniper.example',
    role,
    scopes: computeEffectiveScopes(scopes, role),
  };
}

const user = (role: Role, id = 'OTHER') => ({ id, role, email: 'user@juniper.example' });

describe('findAddProblem', () => {
  test.each([
    ['owner', 'owner', undefined],
    ['owner', 'admin', undefined],
    ['admin', 'admin', undefined],
    ['admin', 'user', undefined],
    ['admin', 'owner', 'Only owners can add an owner.'],
    ['user', 'user', 'Only owners and admins can do this.'],
  ] as const)('a full token of an %s adds an %s: %s', (by, role, refusal) => {
    expect(findAddProblem(actor(by), { role })).toBe(refusal);
  });

  test('a limited token adds users, but nobody with a password or a higher role', () => {
    const limited = actor('owner', ['users:write']);
    expect(findAddProblem(limited, { role: 'user' })).toBeUndefined();
    expect(findAddProblem(limited, { role: 'admin' })).toContain('admin:full');
    expect(findAddProblem(limited, { role: 'user', password: 'a long password' })).toContain('admin:full');
  });

  test('a session has what its user has', () => {
    const session = actor('owner', ['users:write'], 'session');
    expect(findAddProblem(session, { role: 'admin', password: 'a long password' })).toBeUndefined();
  });
});

describe('findChangeProblem', () => {
  test('nobody lets a service user sign in, or makes it an owner', () => {
    const service = { ...user('user'), kind: 'service' };
    const owner = actor('owner');
    for (const fields of [
      { password: 'a long password' },
      { email: 'x@juniper.example' },
      { role: 'owner' as const },
    ])
      expect(findChangeProblem(owner, service, fields)).toContain('can’t sign in');
    expect(findChangeProblem(owner, service, { role: 'admin' })).toBeUndefined();
    expect(findChangeProblem(owner, service, { isActive: false })).toBeUndefined();
  });

  test.each([
    ['user', user('user', 'SELF'), {}, true],
    ['user', user('user', 'SELF'), { role: 'user' }, true],
    ['user', user('user', 'SELF'), { role: 'admin' }, false],
    ['user', user('user', 'SELF'), { isActive: false }, false],
    ['user', user('user'), {}, false],
    ['admin', user('user'), { role: 'admin' }, true],
    ['admin', user('user'), { role: 'owner' }, false],
    ['admin', user('owner'), {}, false],
    ['admin', user('admin', 'SELF'), { role: 'owner' }, false],
    ['owner', user('owner'), { role: 'user', isActive: false }, true],
  ] as const)('%s on %j with %j: %s', (by, target, fields, allowed) => {
    expect(findChangeProblem(actor(by), target, fields) === undefined).toBe(allowed);
  });

  test('no token sets its own user a password or another address', () => {
    for (const scopes of [['users:write'], ['admin:full']] as const) {
      for (const change of [{ password: 'a long password' }, { email: 'x@juniper.example' }])
        expect(findChangeProblem(actor('owner', scopes), user('owner', 'SELF'), change)).toContain('can’t');
    }
  });

  test('a limited token can’t set a password, nor raise a role; naming the role it has is no change', () => {
    const limited = actor('owner', ['users:write']);
    expect(findChangeProblem(limited, user('owner'), { password: 'a long password' })).toContain(
      'admin:full',
    );
    expect(findChangeProblem(limited, user('user'), { role: 'admin' })).toContain('admin:full');
    expect(findChangeProblem(limited, user('user'), { email: 'x@juniper.example' })).toContain('admin:full');
    expect(findChangeProblem(limited, user('user'), { email: 'User@juniper.example' })).toBeUndefined();
    expect(findChangeProblem(limited, user('admin'), { role: 'admin' })).toBeUndefined();
    expect(findChangeProblem(limited, user('admin'), { role: 'user' })).toBeUndefined();
  });
});

describe('isLastOwner', () => {
  test.each([
    [['A'], 'A', false, true],
    [['A'], 'A', true, false],
    [['A', 'B'], 'A', false, false],
    [['A'], 'B', false, false],
    [[], 'B', false, false],
  ])('owners %j, %s stays %s: %s', (owners, target, stays, expected) => {
    expect(isLastOwner(owners, target, stays)).toBe(expected);
  });
});

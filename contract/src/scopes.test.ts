import { describe, expect, test } from 'vitest';
import { routes } from './routes.ts';
import { expandScopes, scopes } from './scopes.ts';

describe('scopes', () => {
  test('a write scope carries the read scope of its resource, and nothing carries more', () => {
    expect([...expandScopes(['notes:write'])].sort()).toEqual(['notes:read', 'notes:write']);
    expect([...expandScopes(['notes:read'])]).toEqual(['notes:read']);
    expect([...expandScopes(['admin:full'])]).toEqual(['admin:full']);
    // Unknown tokens:read to carry.
    expect([...expandScopes(['tokens:write'])]).toEqual(['tokens:write']);
    expect(expandScopes([]).size).toBe(0);
  });

  test('the list is that of resolutions section 3, each once', () => {
    expect(new Set(scopes).size).toBe(scopes.length);
    expect(scopes).toHaveLength(24);
  });

  test.each([
    ['GET /organizations/users', ['admin:full', 'users:read']],
    ['GET /whoami', []],
    ['POST /teams/{teamId}/members', ['admin:full', 'teams:write']],
  ])('%s accepts what the interface says', (call, accepted) => {
    const route = [...routes.values()].find(({ method, path }) => `${method} ${path}` === call);
    expect(route?.access).toEqual({ kind: 'token', scopes: accepted });
    expect(route?.origin).toBe('interface');
  });

  test('every route that changes something outside the CRM is open to admin:full or to any token', () => {
    const closed = [...routes.values()].filter(
      ({ access, path }) =>
        !path.startsWith('/crm') &&
        access.kind === 'token' &&
        access.scopes.length > 0 &&
        !access.scopes.includes('admin:full'),
    );
    expect(closed.map(({ path }) => path)).toEqual([]);
  });
});

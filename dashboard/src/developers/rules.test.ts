import { scopes, type Scope } from '@daybook/contract/scopes';
import { describe, expect, test } from 'vitest';
import { findNeighbor } from '../platform/neighbor.ts';
import {
  buildAuditQuery,
  listChangedFields,
  formatCurl,
  buildDeliveryQuery,
  buildMailQuery,
  parseScope,
  resources,
  buildScope,
  shortenScopes,
} from './rules.ts';
import { parseAuditSearch, parseDeliverySearch } from './search.ts';

const clock = {
  startOfDate: (date: string) => `start of ${date}`,
  startAfterDate: (date: string) => `end of ${date}`,
};

describe('scopes', () => {
  test('every scope of the contract but the one for everything can be chosen, and no other', () => {
    const offered = resources.flatMap(({ name, levels }) =>
      levels.flatMap((level) => (level === 'none' ? [] : [buildScope(name, level)])),
    );
    expect(new Set(offered)).toEqual(new Set(scopes.filter((scope) => scope !== 'admin:full')));
  });

  test('every scope has a resource and a level', () => {
    expect(parseScope('crm:write')).toEqual({ resource: 'crm', level: 'write' });
    expect(parseScope('booking')).toEqual({ resource: 'booking', level: 'use' });
    expect(parseScope('admin:full')).toBeUndefined();
  });

  test('who may change is not said to read as well', () => {
    const given: Scope[] = ['crm:read', 'crm:write', 'events:read'];
    expect(shortenScopes(given)).toEqual(['crm:write', 'events:read']);
  });
});

describe('addresses', () => {
  test('the filters of deliveries reach the query of the API, and what is none is dropped', () => {
    const search = {
      outcome: 'failed',
      event: 'invitee.scheduled',
      from: '2027-01-01',
      to: '2027-01-02',
      q: 'okafor',
    };
    expect(parseDeliverySearch({ ...search, more: 1 })).toEqual(search);
    expect(parseDeliverySearch({ outcome: 'lost', from: 'today' })).toEqual({});
    expect(buildDeliveryQuery(parseDeliverySearch(search), clock)).toEqual({
      status: 'failed',
      event: 'invitee.scheduled',
      search: 'okafor',
      since: 'start of 2027-01-01',
      until: 'end of 2027-01-02',
    });
  });

  test('the audit log is asked for an action where there is one, else for the kind of object', () => {
    const query = (raw: object) => buildAuditQuery(parseAuditSearch({ ...raw }), clock);
    expect(query({ what: 'token' })).toEqual({ object: 'token' });
    expect(query({ what: 'token', change: 'created', who: 'mara@juniper.example' })).toEqual({
      action: 'token.created',
      actor: 'mara@juniper.example',
    });
    expect(query({ what: 'session.refused' })).toEqual({ action: 'session.refused' });
  });
});

test('an entry shows each field once, with both values', () => {
  expect(listChangedFields({ before: { name: 'A', role: 'user' }, after: { role: 'admin' } })).toEqual([
    { name: 'name', before: 'A', after: undefined },
    { name: 'role', before: 'user', after: 'admin' },
  ]);
  expect(listChangedFields({ before: null, after: null })).toEqual([]);
});

test('a command quotes what a shell would read otherwise', () => {
  expect(formatCurl('https://hooks.example/in', 'an-id', { name: "O'Neill" })).toBe(
    String.raw`curl -X POST 'https://hooks.example/in' \
  -H 'content-type: application/json' \
  -H 'webhook-id: an-id' \
  --data '{"name":"O'\''Neill"}'`,
  );
});

test('the neighbour of an item; the first without one, none at the end', () => {
  const isCurrent = (wanted: number) => (item: number) => item === wanted;
  expect(findNeighbor([1, 2, 3], isCurrent(2), 1)).toBe(3);
  expect(findNeighbor([1, 2, 3], isCurrent(2), -1)).toBe(1);
  expect(findNeighbor([1, 2, 3], isCurrent(9), 1)).toBe(1);
  expect(findNeighbor([1, 2, 3], isCurrent(3), 1)).toBeUndefined();
});

test('the list of emails asks for its filters, and not for the saved view that has them', () => {
  const search = {
    state: 'failed',
    from: '2027-01-01',
    saved: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
  } as const;
  expect(buildMailQuery(search, clock)).toEqual({ state: 'failed', since: 'start of 2027-01-01' });
});

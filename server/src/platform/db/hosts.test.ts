import { describe, expect, test } from 'vitest';
import { parseTarget } from './hosts.ts';

const one = { host: 'one', port: 5432 };
const two = { host: 'two', port: 5433 };

describe('a database URL', () => {
  test.each([
    'postgres://daybook@one/daybook',
    'postgres://daybook:a%2Cb@one:5433/daybook?sslmode=require',
    'postgres:///daybook?host=/run/postgresql',
  ])('with one host is left to pg: %s', (url) => {
    expect(parseTarget(url)).toBeUndefined();
  });

  test.each([
    ['postgres://me:a,b@one,two:5433/daybook', [one, two], 'postgres://me:a,b@one/daybook'],
    [
      'postgresql://me@one:5432,two:5433/daybook?sslmode=require&target_session_attrs=read-write',
      [one, two],
      'postgresql://me@one:5432/daybook?sslmode=require',
    ],
    ['postgres://one/daybook?target_session_attrs=primary', [one], 'postgres://one/daybook'],
    [
      'postgres://[::1]:5433,%2Frun%2Fpg:5432/daybook',
      [
        { host: '::1', port: 5433 },
        { host: '/run/pg', port: 5432 },
      ],
      'postgres://[::1]:5433/daybook',
    ],
  ])('names its hosts, and pg gets the first: %s', (url, hosts, first) => {
    expect(parseTarget(url)).toEqual({ hosts, url: first });
  });

  test.each([
    ['postgres://one,two/daybook?target_session_attrs=standby', /target_session_attrs=read-write/],
    ['postgres://one,/daybook', /isn’t a host/],
    ['postgres://one,two:x/daybook', /“two:x”/],
  ])('that can’t be used says why: %s', (url, reason) => {
    expect(() => parseTarget(url)).toThrow(reason);
  });
});

import { describe, expect, test } from 'vitest';
import { computeFreshSeconds, isDocumentUrl, isRegisteredUri, parseMetadata, parseScopes } from './rules.ts';

describe('isRegisteredUri', () => {
  test.each([
    ['https://app.example/back', 'https://app.example/back', true],
    ['https://app.example/back', 'https://app.example:443/back', false],
    ['https://app.example/back', 'https://app.example/%62ack', false],
    ['http://127.0.0.1/back', 'http://127.0.0.1:3000/back', true],
    ['http://127.0.0.1:3000/back', 'http://127.0.0.1:4000/back', true],
    ['http://[::1]/back?x=1', 'http://[::1]:3000/back?x=1', true],
    ['http://localhost/back', 'http://localhost:3000/back', true],
    ['http://localhost/back', 'http://127.0.0.1:3000/back', false],
    ['http://localhost/back', 'http://localhost:3000/back/x', false],
    ['http://localhost/back', 'http://localhost.evil.example:3000/back', false],
    ['http://localhost/back', 'http://localhost:3000:4000/back', false],
    ['http://localhost', 'http://localhost:3000', true],
    ['cursor://anysphere/callback', 'cursor://anysphere/callback', true],
    ['cursor://anysphere/callback', 'cursor://evil/callback', false],
    ['com.example.app:/back', 'com.example.app:/back', true],
  ])('%s for %s: %s', (registered, given, isSame) => {
    expect(isRegisteredUri([registered], given)).toBe(isSame);
  });
});

test.each([
  ['https://app.example/client.json', true],
  ['https://app.example', false],
  ['https://app.example/', false],
  ['https://u:p@app.example/client', false],
  ['https://app.example/client#x', false],
  ['https://app.example/a/../client', false],
  ['HTTPS://app.example/client', false],
  ['http://app.example/client', false],
  ['0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', false],
])('%s is the address of a document: %s', (clientId, isOne) => {
  expect(isDocumentUrl(clientId, 'https://book.example')).toBe(isOne);
});

test('a document is trusted as long as it says, within limits', () => {
  const seconds = ['max-age=60', 'max-age=7200', 'max-age=99999999', 'no-store', '', 'private'].map((text) =>
    computeFreshSeconds(text),
  );
  expect(seconds).toEqual([300, 7200, 86_400, 300, 3600, 3600]);
});

test('a name is one line without characters that hide or reorder text; without one, the host stands for it', () => {
  const nameOf = (client_name: unknown, uri = 'https://app.example/back') =>
    (parseMetadata({ client_name, redirect_uris: [uri] }) as { name: string }).name;
  expect(nameOf(' Sun\u202E\ndial\u0000 ')).toBe('Sun dial');
  expect(nameOf('x'.repeat(100))).toHaveLength(60);
  expect(nameOf(undefined)).toBe('app.example');
  expect(nameOf('', 'cursor://anysphere/callback')).toBe('cursor');
});

test('scopes are known, each once, and none that makes tokens', () => {
  expect(parseScopes('booking  timetable booking')).toEqual(['booking', 'timetable']);
  expect(parseScopes(null)).toEqual([]);
  expect(parseScopes('booking tokens:write')).toBeUndefined();
  expect(parseScopes('openid')).toBeUndefined();
});

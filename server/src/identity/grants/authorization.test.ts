import { expect, test } from 'vitest';
import { buildRedirect, parseAudience } from './rules.ts';

const issuer = 'https://book.example';

test.each([
  [[], null],
  [[issuer], null],
  [[`${issuer}/`], null],
  [[`${issuer}/v2`], 'api'],
  [[`${issuer}/mcp`], 'mcp'],
  [[`${issuer}/mcp/`], 'mcp'],
  [[`${issuer}/v2`, `${issuer}/mcp`], null],
  [[`${issuer}/mcp`, 'https://evil.example'], undefined],
  [['https://book.example.evil.example/mcp'], undefined],
])('%j opens %s', (resources, audience) => {
  expect(parseAudience(resources, issuer)).toBe(audience);
});

test('an answer keeps the address to the byte, and names the issuer', () => {
  const of = (redirectUri: string, state: string | null) =>
    buildRedirect({ redirectUri, state }, issuer, { code: 'c' });
  const iss = 'iss=https%3A%2F%2Fbook.example';
  expect(of('https://app.example/%7Eback', 'a b')).toBe(
    `https://app.example/%7Eback?code=c&state=a+b&${iss}`,
  );
  expect(of('https://app.example/?x=1', null)).toBe(`https://app.example/?x=1&code=c&${iss}`);
  expect(of('com.example.app:/back', '')).toBe(`com.example.app:/back?code=c&state=&${iss}`);
});

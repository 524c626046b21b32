import { expect, test } from 'vitest';
import { identityFrom, isDomainAllowed } from './rules.ts';

const issuer = 'https://id.example';

test('only a verified address counts', () => {
  const email = 'Noor@Juniper.example';
  expect(identityFrom(issuer, { sub: '1', email }, undefined).email).toBeNull();
  expect(identityFrom(issuer, { sub: '1', email, email_verified: false }, undefined).email).toBeNull();
  expect(identityFrom(issuer, { sub: '1', email, email_verified: true }, undefined).email).toBe(
    'noor@juniper.example',
  );
});

test.each([
  ['admin', 'admin'],
  [['user', 'owner', 'dreamer'], 'owner'],
  ['root', undefined],
  [undefined, undefined],
  [{ admin: true }, undefined],
])('the claim %j means %s', (roles, role) => {
  expect(identityFrom(issuer, { sub: '1', roles }, 'roles').role).toBe(role);
  expect(identityFrom(issuer, { sub: '1', roles }, undefined).role).toBeUndefined();
});

test.each([
  ['a@juniper.example', true],
  ['a@sub.juniper.example', false],
  ['a@juniper.example.evil.example', false],
  [null, false],
])('%s is let in: %s', (email, isAllowed) => {
  expect(isDomainAllowed(email, ['juniper.example'])).toBe(isAllowed);
});

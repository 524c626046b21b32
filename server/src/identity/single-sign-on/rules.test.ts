import { expect, test } from 'vitest';
import { toIdentity, isDomainAllowed } from './rules.ts';

const issuer = 'https://id.example';

test('only a verified address counts', () => {
  const email = 'Noor@Juniper.example';
  expect(toIdentity(issuer, { sub: '1', email }, undefined).email).toBeNull();
  expect(toIdentity(issuer, { sub: '1', email, email_verified: false }, undefined).email).toBeNull();
  expect(toIdentity(issuer, { sub: '1', email, email_verified: true }, undefined).email).toBe(
    'noor@juniper.example',
  );
});

test('the address and whether it is verified come from the same place', () => {
  const [email, other] = ['noor@juniper.example', 'owner@juniper.example'];
  const mixed = toIdentity(issuer, { sub: '1', email_verified: true }, undefined, { email });
  expect(mixed.email).toBeNull();
  const crossed = toIdentity(issuer, { sub: '1', email }, undefined, {
    email: other,
    email_verified: true,
  });
  expect(crossed.email).toBe(other);
  const token = { sub: '1', email, email_verified: true };
  expect(toIdentity(issuer, token, undefined, { email: other, email_verified: true }).email).toBe(email);
});

test.each([
  'noor@juniper.example@evil.example',
  '"noor@juniper.example"@evil.example',
  'noor',
  '@juniper.example',
])('no address: %s', (email) => {
  expect(toIdentity(issuer, { sub: '1', email, email_verified: true }, undefined).email).toBeNull();
  expect(isDomainAllowed(email, ['juniper.example'])).toBe(false);
});

test('when the provider last asked for a password is known if it says so', () => {
  expect(toIdentity(issuer, { sub: '1', auth_time: 1_800_000_000 }, undefined).provenAt).toBe(
    '2027-01-15T08:00:00.000Z',
  );
  expect(toIdentity(issuer, { sub: '1', auth_time: 'now' }, undefined).provenAt).toBeUndefined();
});

test.each([
  ['admin', 'admin'],
  [['user', 'owner', 'dreamer'], 'owner'],
  ['root', undefined],
  [undefined, undefined],
  [{ admin: true }, undefined],
])('the claim %j means %s', (roles, role) => {
  expect(toIdentity(issuer, { sub: '1', roles }, 'roles').role).toBe(role);
  expect(toIdentity(issuer, { sub: '1', roles }, undefined).role).toBeUndefined();
});

test.each([
  ['a@juniper.example', true],
  ['a@sub.juniper.example', false],
  ['a@juniper.example.evil.example', false],
  [null, false],
])('%s is let in: %s', (email, isAllowed) => {
  expect(isDomainAllowed(email, ['juniper.example'])).toBe(isAllowed);
});

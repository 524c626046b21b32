import { expect, test } from 'vitest';
import {
  findMappedRole,
  isForeignAccount,
  isOwnAddress,
  parseReturnPath,
  toPerson,
  toValues,
  validateFields,
} from './rules.ts';

const about = { subject: 'n1', session: null, provenAt: undefined };
const claims = (given: Record<string, unknown>) => toValues(given);

test.each([
  ['OpenID Connect', { email: 'N@Juniper.example', given_name: 'Nadia', family_name: 'Rahal' }],
  [
    'Entra ID',
    {
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'n@juniper.example',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': 'Nadia',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname': 'Rahal',
    },
  ],
  [
    'OIDs',
    {
      'urn:oid:0.9.2342.19200300.100.1.3': 'n@juniper.example',
      'urn:oid:2.5.4.42': 'Nadia',
      'urn:oid:2.5.4.4': 'Rahal',
    },
  ],
  ['one name', { mail: 'n@juniper.example', name: 'Nadia Rahal' }],
])('a person by the usual names of %s', (_name, given) => {
  expect(toPerson(claims(given), {}, about)).toMatchObject({
    email: 'n@juniper.example',
    firstName: 'Nadia',
    lastName: 'Rahal',
  });
});

test('names of the workspace come first, and groups only by a name', () => {
  const given = claims({
    email: 'a@juniper.example',
    upn: 'b@juniper.example',
    memberOf: ['x', 'y'],
    groups: ['z'],
  });
  expect(toPerson(given, { email: 'upn', groups: 'memberOf' }, about)).toMatchObject({
    email: 'b@juniper.example',
    groups: ['x', 'y'],
  });
  expect(toPerson(given, {}, about).groups).toEqual([]);
});

test('an address that is not verified is none, and a subject can be one', () => {
  expect(toPerson(claims({ email: 'a@juniper.example', email_verified: false }), {}, about).email).toBeNull();
  expect(toPerson(claims({}), {}, { ...about, subject: 'a@juniper.example' }).email).toBe(
    'a@juniper.example',
  );
  expect(toPerson(claims({}), { email: 'upn' }, { ...about, subject: 'a@juniper.example' }).email).toBeNull();
});

test.each([
  [['Admins', 'Staff'], 'admin'],
  [['Staff'], 'user'],
  [['Others'], 'user'],
  [[], 'user'],
])('groups %j make a role', (groups, role) => {
  const mapping = [
    { group: 'Staff', role: 'user' },
    { group: 'Admins', role: 'admin' },
  ] as const;
  expect(findMappedRole(groups, mapping, 'user')).toBe(role);
  expect(findMappedRole(groups, [], 'user')).toBeUndefined();
});

test.each([
  ['a@juniper.example', true],
  ['a@sub.juniper.example', false],
  ['a@juniper.example.evil.example', false],
  [null, false],
])('%s is of our domain: %s', (email, isOwn) => {
  expect(isOwnAddress(email, ['juniper.example'])).toBe(isOwn);
});

test.each([
  ['/app/settings', '/app/settings'],
  ['/app', null],
  ['//evil.example', null],
  ['https://evil.example/app/', null],
  ['/app/\r\nSet-Cookie: x', null],
  [undefined, null],
])('RelayState %j leads to %j', (given, path) => {
  expect(parseReturnPath(given)).toBe(path);
});

test('fields of the other kind, and plain HTTP beside HTTPS, are refused at once', () => {
  const given = {
    kind: 'saml',
    issuer: 'http://id.example',
    metadataUrl: 'http://id.example/metadata',
  } as const;
  expect(Object.keys(validateFields(given, 'https://daybook.example'))).toEqual(['issuer', 'metadataUrl']);
  expect(validateFields({ kind: 'oidc', issuer: 'http://id.example' }, 'http://localhost:4000')).toEqual({});
});

test.each([
  ['another provider', 'https://login.example', {}, false],
  ['an account of the company', 'https://accounts.google.com', { hd: 'juniper.example' }, false],
  ['an account of another company', 'https://accounts.google.com/', { hd: 'other.example' }, true],
  ['a private account with the address', 'https://accounts.google.com', {}, true],
])('%s at Google is foreign, or not', (_, issuer, claims, expected) => {
  expect(isForeignAccount({ issuer, verified_domains: ['juniper.example'] }, claims)).toBe(expected);
});

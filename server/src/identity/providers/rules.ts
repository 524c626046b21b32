import { email as emailAddress } from '@daybook/contract/fields';
import type { FieldErrors } from '../../platform/problems.ts';

/** What a provider says about a person: values by the names of claims or attributes. */
export type Values = ReadonlyMap<string, readonly string[]>;

/** A person at a provider. */
export interface Person {
  readonly subject: string;
  /** Null if there is none, or if the provider says that it is not verified. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly groups: readonly string[];
  /** How the provider names the session. */
  readonly session: string | null;
  readonly provenAt: string | undefined;
  readonly language: string | undefined;
}

export interface AttributeNames {
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly groups?: string | undefined;
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';

/** The names that providers use unless they are told others. */
const usualNames = {
  email: ['email', 'mail', 'emailAddress', `${claims}emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['given_name', 'givenName', 'firstName', `${claims}givenname`, 'urn:oid:2.5.4.42'],
  lastName: ['family_name', 'sn', 'lastName', 'surname', `${claims}surname`, 'urn:oid:2.5.4.4'],
} as const;

const maxNameLength = 60;
const maxGroups = 1000;

export function toPerson(
  values: Values,
  names: AttributeNames,
  about: Pick<Person, 'subject' | 'session' | 'provenAt'>,
): Person {
  const find = (name: keyof typeof usualNames): string | undefined => {
    const wanted = names[name] ? [names[name]] : usualNames[name];
    return wanted.flatMap((one) => values.get(one) ?? []).find((text) => text.trim() !== '');
  };
  const email = parseEmail(find('email')) ?? parseEmail(names.email ? undefined : about.subject);
  const [first, ...rest] = (values.get('name')?.[0] ?? '').trim().split(/\s+/);
  const isUnverified = values.get('email_verified')?.[0] === 'false';
  return {
    ...about,
    email: isUnverified ? null : (email ?? null),
    firstName: toName(find('firstName') ?? first) || toName(email?.split('@')[0]) || 'Member',
    lastName: toName(find('lastName') ?? rest.join(' ')),
    groups: (names.groups ? (values.get(names.groups) ?? []) : []).slice(0, maxGroups),
    language: /^[a-z]{2}/.exec(values.get('locale')?.[0] ?? '')?.[0],
  };
}

function parseEmail(text: string | undefined): string | undefined {
  const parsed = emailAddress.safeParse(text?.trim());
  return parsed.success ? parsed.data.toLowerCase() : undefined;
}

function toName(text: string | undefined): string {
  return (text ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, maxNameLength);
}

/** The claims of OpenID Connect as values: one or several texts, numbers or booleans each. */
export function toValues(given: Readonly<Record<string, unknown>>): Values {
  const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
  return new Map(
    Object.entries(given).flatMap(([name, value]) => {
      const list = [value].flat().filter(isPlain).map(String);
      return list.length > 0 ? [[name, list] as const] : [];
    }),
  );
}

export interface RoleRule {
  readonly group: string;
  readonly role: 'admin' | 'user';
}

/** The highest role of the groups; the default without a group that is mapped. Undefined if groups decide nothing. */
export function findMappedRole(
  groups: readonly string[],
  mapping: readonly RoleRule[],
  defaultRole: 'admin' | 'user',
): 'admin' | 'user' | undefined {
  if (mapping.length === 0) return undefined;
  const roles = mapping.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  if (roles.includes('admin')) return 'admin';
  return roles.includes('user') ? 'user' : defaultRole;
}

/** Only an address of a domain that the workspace has proven to own finds or creates a user. */
export function isOwnAddress(email: string | null, domains: readonly string[]): email is string {
  return email !== null && domains.includes(getEmailDomain(email));
}

const google = 'https://accounts.google.com';

/**
 * Google signs in accounts of everyone, and people can make one with a company's address and keep it when they leave. Those of the company
 * itself say so by `hd`.
 */
export function isForeignAccount(
  {
    issuer,
    verified_domains: domains,
  }: { readonly issuer: string; readonly verified_domains: readonly string[] },
  claims: Readonly<Record<string, unknown>>,
): boolean {
  const isGoogle = issuer.replace(/\/$/, '') === google;
  return isGoogle && !domains.includes(String(claims['hd'] ?? '').toLowerCase());
}

/** Where a sign-in that began at the provider may lead: pages of ours for users. */
export function parseReturnPath(given: string | undefined): string | null {
  return given !== undefined && given.length <= 500 && /^\/app\/[!-~]*$/.test(given) ? given : null;
}

export interface ProviderFields {
  readonly kind: 'oidc' | 'saml';
  readonly issuer?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly metadataUrl?: string | null | undefined;
  readonly metadata?: string | undefined;
  readonly allowsUnsolicited?: boolean | undefined;
}

/** Fields of the other kind, and URLs that are not secure. */
export function validateFields(fields: ProviderFields, publicUrl: string): FieldErrors {
  const errors: FieldErrors = {};
  const others =
    fields.kind === 'oidc'
      ? (['metadataUrl', 'metadata', 'allowsUnsolicited'] as const)
      : (['issuer', 'clientId', 'clientSecret'] as const);
  for (const name of others) {
    if (fields[name] !== undefined && fields[name] !== null)
      errors[name] = [`Is for ${fields.kind === 'oidc' ? 'SAML' : 'OpenID Connect'} only.`];
  }
  for (const name of ['issuer', 'metadataUrl'] as const) {
    if (fields[name]?.startsWith('http:') && publicUrl.startsWith('https:'))
      errors[name] = ['Must use https.'];
  }
  return errors;
}

/** What a connection of OpenID Connect can't be without. */
export function validateComplete(fields: ProviderFields): FieldErrors {
  if (fields.kind === 'saml') return {};
  const missing = (['issuer', 'clientId', 'clientSecret'] as const).filter((name) => !fields[name]);
  return Object.fromEntries(missing.map((name) => [name, ['This field is required.']]));
}

export function getEmailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

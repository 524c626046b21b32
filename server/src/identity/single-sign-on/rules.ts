import { email as emailAddress } from '@daybook/contract/fields';
import type { Role } from '../../platform/auth/actor.ts';

/** A person at the identity provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider has verified it. */
  readonly email: string | null;
  readonly name: string;
  readonly role: Role | undefined;
  /** When the provider last asked for a password or the like, if it says so. */
  readonly provenAt: string | undefined;
  readonly language: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/** `info`: what the provider says beside the ID token, which comes first. */
export function toIdentity(
  issuer: string,
  token: Claims,
  roleClaim: string | undefined,
  info: Claims = {},
): Identity {
  const claims = { ...info, ...token };
  const email = verifiedEmail(token) ?? verifiedEmail(info) ?? null;
  const given = [claims['given_name'], claims['family_name']].flatMap((part) => textOf(part) ?? []).join(' ');
  return {
    issuer,
    subject: String(claims['sub']),
    email,
    name: (textOf(claims['name']) ?? given) || (email?.split('@')[0] ?? 'Member'),
    role: roleClaim === undefined ? undefined : roleIn(claims[roleClaim]),
    provenAt: timeOf(claims['auth_time']),
    language: /^[a-z]{2}/.exec(textOf(claims['locale']) ?? '')?.[0],
  };
}

/** The address and whether it is verified must come from the same place: one says nothing about an address of the other. */
function verifiedEmail(claims: Claims): string | undefined {
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const address = emailAddress.safeParse(textOf(claims['email']));
  return isVerified && address.success ? address.data.toLowerCase() : undefined;
}

function timeOf(seconds: unknown): string | undefined {
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds < 1e11;
  return isTime ? new Date(seconds * 1000).toISOString() : undefined;
}

/** Whether a user may be created without an invitation. */
export function isDomainAllowed(email: string | null, domains: readonly string[]): boolean {
  if (email === null || !emailAddress.safeParse(email).success) return false;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/** The highest role in the claim. */
function roleIn(claim: unknown): Role | undefined {
  const named = Array.isArray(claim) ? claim : [claim];
  return (['owner', 'admin', 'user'] as const).find((role) => named.includes(role));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined;
}

import type { Role } from '../../platform/auth/actor.ts';

/** A person at the identity provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the provider has verified it. */
  readonly email: string | null;
  readonly name: string;
  readonly role: Role | undefined;
  readonly language: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

export function identityFrom(issuer: string, claims: Claims, roleClaim: string | undefined): Identity {
  const email = textOf(claims['email'])?.toLowerCase() ?? null;
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const given = [claims['given_name'], claims['family_name']].flatMap((part) => textOf(part) ?? []).join(' ');
  return {
    issuer,
    subject: String(claims['sub']),
    email: isVerified ? email : null,
    name: (textOf(claims['name']) ?? given) || (email?.split('@')[0] ?? 'Member'),
    role: roleClaim === undefined ? undefined : roleIn(claims[roleClaim]),
    language: /^[a-z]{2}/.exec(textOf(claims['locale']) ?? '')?.[0],
  };
}

/** Whether a user may be created without an invitation. */
export function isDomainAllowed(email: string | null, domains: readonly string[]): boolean {
  return email !== null && domains.includes(email.split('@')[1] ?? '');
}

/** The highest role in the claim. */
function roleIn(claim: unknown): Role | undefined {
  const named = Array.isArray(claim) ? claim : [claim];
  return (['owner', 'admin', 'user'] as const).find((role) => named.includes(role));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined;
}

import { StartError } from './start-error.ts';

/** The identity provider that OIDC_* describe. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly domains: readonly string[];
  readonly roleClaim: string | undefined;
  readonly workspace: string | undefined;
  /** There is no other way in. */
  readonly isOnlyWay: boolean;
}

interface Variables {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_DOMAINS: readonly string[];
  readonly OIDC_ROLE_CLAIM?: string | undefined;
  readonly OIDC_WORKSPACE?: string | undefined;
  readonly OIDC_ONLY: string;
}

export function parseIdentityProvider(data: Variables): IdentityProvider | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ONLY: only,
  } = data;
  const isOnlyWay = only === 'true' || only === '1';
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    return {
      issuer,
      clientId,
      clientSecret,
      domains: data.OIDC_DOMAINS.map((domain) => domain.toLowerCase()),
      roleClaim: data.OIDC_ROLE_CLAIM,
      workspace: data.OIDC_WORKSPACE,
      isOnlyWay,
    };
  }
  if (issuer === undefined && clientId === undefined && clientSecret === undefined && !isOnlyWay) {
    return undefined;
  }
  throw new StartError(
    'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together, and OIDC_ONLY needs them; set all or none.',
  );
}

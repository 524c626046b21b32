import { requireTogether, type Settings } from '../../platform/settings.ts';

/** What this installation is at a provider of accounts, and where that is reached. */
export interface OAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly apiUrl: string;
}

export type Access = 'read' | 'write';

/** How access to an account is asked for at its provider. Nothing beyond calendars is. */
export interface AccountAccess {
  readonly settings: Settings<OAuthApp | undefined>;
  readonly scopes: Readonly<Record<Access, readonly string[]>>;
  /** So that the provider gives a refresh token, and shows again what is asked for. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Any one of them allows it. */
  readonly allows: Readonly<Record<Access, readonly string[]>>;
}

/** The id of this installation and its secret: both, or none. */
export function parseClient(
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
): Pick<OAuthApp, 'clientId' | 'clientSecret'> | undefined {
  return requireTogether({
    clientId: [`${name}_CLIENT_ID`, clientId],
    clientSecret: [`${name}_CLIENT_SECRET`, clientSecret],
  });
}

/** What was allowed: undefined when the calendars may not even be read. */
export function findGrantedAccess(
  { allows: { read, write } }: Pick<AccountAccess, 'allows'>,
  scopes: readonly string[],
): Access | undefined {
  if (!read.some((scope) => scopes.includes(scope))) return undefined;
  return write.some((scope) => scopes.includes(scope)) ? 'write' : 'read';
}

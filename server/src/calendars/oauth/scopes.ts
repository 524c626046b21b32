/** What is asked for at each provider, and what was allowed. Nothing beyond calendars is. */

export type OAuthProvider = 'google' | 'microsoft';
export type Access = 'read' | 'write';

interface Asking {
  readonly scopes: Readonly<Record<Access, readonly string[]>>;
  /** So that the provider gives a refresh token, and shows again what is asked for. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly allows: Readonly<Record<Access, readonly string[]>>;
}

const google = 'https://www.googleapis.com/auth';
const graph = 'https://graph.microsoft.com/';

const asking: Readonly<Record<OAuthProvider, Asking>> = {
  google: {
    scopes: {
      read: [`${google}/calendar.readonly`],
      write: [`${google}/calendar.readonly`, `${google}/calendar.events`],
    },
    parameters: { access_type: 'offline', prompt: 'select_account consent', include_granted_scopes: 'true' },
    allows: {
      read: [`${google}/calendar.readonly`, `${google}/calendar`],
      write: [`${google}/calendar.events`, `${google}/calendar`],
    },
  },
  microsoft: {
    scopes: {
      read: ['offline_access', 'Calendars.Read', 'Calendars.Read.Shared'],
      write: ['offline_access', 'Calendars.ReadWrite', 'Calendars.Read.Shared'],
    },
    parameters: { prompt: 'select_account', response_mode: 'query' },
    allows: { read: ['Calendars.Read', 'Calendars.ReadWrite'], write: ['Calendars.ReadWrite'] },
  },
};

export const isOAuthProvider = (provider: string): provider is OAuthProvider => provider in asking;

export function askingFor(
  provider: OAuthProvider,
  access: Access,
): Pick<Asking, 'parameters'> & { scopes: readonly string[] } {
  const { scopes, parameters } = asking[provider];
  return { scopes: scopes[access], parameters };
}

/** Undefined when the calendars may not even be read. */
export function accessOf(provider: OAuthProvider, scopes: readonly string[]): Access | undefined {
  const granted = scopes.map((scope) => scope.replace(graph, ''));
  const { read, write } = asking[provider].allows;
  if (!read.some((scope) => granted.includes(scope))) return undefined;
  return write.some((scope) => granted.includes(scope)) ? 'write' : 'read';
}

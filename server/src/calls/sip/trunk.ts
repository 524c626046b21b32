/** Where calls go out, as `SIP_URL` says. */
export interface SipTrunk {
  readonly peer: { readonly protocol: 'UDP' | 'TCP' | 'TLS'; readonly host: string; readonly port: number };
  /** As it stands in addresses: with a port that is not the usual one. */
  readonly host: string;
  readonly username: string | undefined;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
}

const form =
  /^(sips?):(?:([^:@\s]+)(?::([^@\s]+))?@)?([\w.-]+|\[[0-9a-fA-F:]+\])(?::(\d{1,5}))?(?:;transport=(udp|tcp|tls))?$/i;

/** Undefined for what is no address of a trunk. */
export function parseTrunk(url: string): SipTrunk | undefined {
  const [, scheme = '', user, secret, host = '', port, transport] = form.exec(url) ?? [];
  if (!host || Number(port ?? 1) > 65_535) return undefined;
  const isSecure = scheme.toLowerCase() === 'sips' || transport?.toLowerCase() === 'tls';
  const protocol = isSecure ? 'TLS' : transport?.toLowerCase() === 'tcp' ? 'TCP' : 'UDP';
  const username = user === undefined ? undefined : decode(user);
  const password = secret === undefined ? undefined : decode(secret);
  if (username === null || password === null) return undefined;
  return {
    peer: { protocol, host: host.replaceAll(/[[\]]/g, ''), port: Number(port ?? (isSecure ? 5061 : 5060)) },
    host: port === undefined ? host : `${host}:${port}`,
    username,
    credentials: username !== undefined && password !== undefined ? { username, password } : undefined,
  };
}

/** Null for what is not encoded right. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { isReservedSlug } from '../slugs.ts';

/** The name in a Host header: lowercase, without port and final dot. */
export function toHostName(host: string): string {
  const name = host.trim().toLowerCase();
  const [, bracketed] = /^\[(.*)\](?::\d*)?$/.exec(name) ?? [];
  return bracketed ?? name.replace(/:\d*$/, '').replace(/\.$/, '');
}

/**
 * Whether a host name can't be a workspace's: it is the installation's, an address, or a name of this machine or network, by which
 * probes and proxies reach the server.
 */
export function isInstallationHost(
  name: string,
  { publicUrl, otherHosts }: Pick<Config, 'publicUrl' | 'otherHosts'>,
): boolean {
  return (
    name === toHostName(new URL(publicUrl).hostname) ||
    otherHosts.includes(name) ||
    isIP(name) !== 0 ||
    !name.includes('.') ||
    /\.(localhost|local|internal)$/.test(name)
  );
}

/** What answers by any name, for those who run the server. */
export function isForOperators(path: string): boolean {
  return /^\/(healthz|readyz|metrics|internal\/)/.test(path);
}

const visitorApi = /^\/(?:v2\/)?(?:public\/(?:pages|links|polls|forms|bookings)\/|time-zones$)/;
const visitorPages = /^\/(?:team|s|forms|bookings|images|assets)\/|^\/embed\.js$|^\/favicon/;

/** What is served at a workspace's own domain: booking pages, and what they need. Nothing of accounts, and no sign-in. */
export function isServedAtDomain(path: string): boolean {
  if (path === '/' || visitorApi.test(path) || visitorPages.test(path)) return true;
  const [, first = '', ...rest] = path.split('/');
  return rest.length <= 1 && !first.includes('.') && !isReservedSlug(first);
}

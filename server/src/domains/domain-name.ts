import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isInstallationHost, toHostName } from '../platform/http/hosts.rules.ts';

export interface Installation {
  readonly publicUrl: string;
  readonly otherHosts: readonly string[];
}

/** Lowercase and in ASCII, as name servers know it: `büro.example` is `xn--bro-hoa.example`. */
export function normalizeDomain(text: string): string {
  return domainToASCII(text.trim().toLowerCase().replace(/\.$/, ''));
}

/** Names that only networks and machines use (RFC 6761, RFC 6762, RFC 7686). */
const notPublic = /(^|\.)(localhost|local|internal|invalid|onion|arpa)$/;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** Why a name can't be a workspace's domain; undefined if it can. */
export function findDomainProblem(text: string, installation: Installation): string | undefined {
  const problem = findNameProblem(text);
  if (problem) return problem;
  const name = normalizeDomain(text);
  const own = toHostName(new URL(installation.publicUrl).hostname);
  return isInstallationHost(name, installation) || name.endsWith(`.${own}`)
    ? 'This is the domain of the installation itself.'
    : undefined;
}

/** Why a text names no public domain. */
export function findNameProblem(text: string): string | undefined {
  if (/[/:@?#\s]/.test(text.trim())) return 'Enter the name only, such as book.example.com.';
  const name = normalizeDomain(text);
  if (isIP(name) !== 0) return 'Must be a name, not an IP address.';
  const labels = name.split('.');
  const isName = name.length <= 253 && labels.length > 1 && labels.every((each) => label.test(each));
  if (!isName || /^\d+$/.test(labels.at(-1) ?? '')) return 'Must be a domain name, such as book.example.com.';
  return notPublic.test(name) ? 'Must be a public domain name.' : undefined;
}

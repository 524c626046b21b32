import { BlockList, isIP } from 'node:net';

/** Decides whether an IP address may be connected to for a user: only what lies in the public internet may. */
export type MayConnect = (address: string) => boolean;

/** What is private, local, reserved, or a way to such a place (IANA special-purpose registries, and clouds' own). */
const refused4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure answers its machines here with their secrets.
  '168.63.129.16/32',
]);

/** Of IPv6 only global unicast is public, less what wraps or maps an IPv4 address (Teredo, 6to4) or is for documents. */
const global6 = blockList('ipv6', ['2000::/3']);
const refused6 = blockList('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

export function createConnectionFilter(allowed: readonly string[]): MayConnect {
  const allow4 = blockList(
    'ipv4',
    allowed.filter((range) => !range.includes(':')),
  );
  const allow6 = blockList(
    'ipv6',
    allowed.filter((range) => range.includes(':')),
  );
  return (address) => {
    const family = isIP(address);
    if (family === 4) return allow4.check(address, 'ipv4') || !refused4.check(address, 'ipv4');
    // A zone (fe80::1%eth0) names a wire of this machine.
    if (family !== 6 || address.includes('%')) return false;
    return (
      allow6.check(address, 'ipv6') || (global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6'))
    );
  };
}

/** Names that no public server has (RFC 6761, 6762, 8375; `internal` is reserved by ICANN), and those without a dot. */
const insideNames = /^[^.]+$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** Whether an address leads inside by its own text. Where something inside is allowed, a name may lead to that. */
export function isInside({ hostname }: URL, allowed: readonly string[]): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return !createConnectionFilter(allowed)(host);
  return allowed.length === 0 && insideNames.test(host);
}

/** Whether this is a range in CIDR notation, or one address. */
export function isRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

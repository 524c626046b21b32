import { createDns, type Dns } from '../platform/dns.ts';
import type { Config } from '../platform/config.ts';
import { toHostName } from '../platform/http/hosts.rules.ts';
import { buildTxtName, type Finding, type OwnershipFinding } from './rules.ts';
import { buildDkimName, listDmarcNames, type SenderFinding } from './sender.rules.ts';
import type { AnyFinding, DomainRow } from './store.ts';

/** What the name servers say about a domain; undefined when one doesn't answer. */
export function lookUp(config: Config, row: DomainRow): Promise<AnyFinding | undefined> {
  const dns = createDns(config);
  switch (row.purpose) {
    case 'pages':
      return lookUpPages(dns, config, row);
    case 'sender':
      return lookUpSender(dns, row);
    default:
      return lookUpOwnership(dns, row);
  }
}

async function lookUpOwnership(dns: Dns, { name }: DomainRow): Promise<OwnershipFinding | undefined> {
  const txt = await dns.findTxt(buildTxtName(name));
  return txt && { txt };
}

async function lookUpPages(
  dns: Dns,
  { publicUrl }: Config,
  { name }: DomainRow,
): Promise<Finding | undefined> {
  const [cname, txt, addresses, ours] = await Promise.all([
    dns.findCname(name),
    dns.findTxt(buildTxtName(name)),
    dns.findAddresses(name),
    dns.findAddresses(toHostName(new URL(publicUrl).hostname)),
  ]);
  if (!cname || !txt || (cname.length === 0 && !addresses)) return undefined;
  return { cname, txt, addresses: addresses ?? [], ours: ours ?? [] };
}

async function lookUpSender(dns: Dns, { name, keys }: DomainRow): Promise<SenderFinding | undefined> {
  const [spf, dmarc, ...texts] = await Promise.all([
    dns.findTxt(name),
    findDmarc(dns, name),
    ...keys.map(({ selector }) => dns.findTxt(buildDkimName(name, selector))),
  ]);
  if (!spf || !dmarc || texts.includes(undefined)) return undefined;
  return {
    spf,
    dmarc,
    dkim: Object.fromEntries(keys.map(({ selector }, index) => [selector, texts[index] ?? []])),
  };
}

async function findDmarc(dns: Dns, name: string): Promise<readonly string[] | undefined> {
  for (const each of listDmarcNames(name)) {
    const found = await dns.findTxt(each);
    if (!found || found.length > 0) return found;
  }
  return [];
}

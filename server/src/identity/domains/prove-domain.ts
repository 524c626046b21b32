import { Resolver } from 'node:dns/promises';
import type { Runtime } from '../../platform/context.ts';
import { buildRecord, type DomainProof } from './rules.ts';

/** Asks the DNS whether a domain has its record. */
export async function proveDomain(
  { config }: Pick<Runtime, 'config'>,
  domain: { readonly name: string; readonly token: string },
): Promise<DomainProof> {
  const record = buildRecord(domain);
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (config.outboundDns.length > 0) resolver.setServers(config.outboundDns);
  try {
    const found = await resolver.resolveTxt(record.name);
    return found.some((parts) => parts.join('').trim() === record.value) ? 'found' : 'missing';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENOTFOUND', 'ENODATA'].includes(code) ? 'missing' : 'unknown';
  }
}

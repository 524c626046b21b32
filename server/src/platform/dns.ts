import { Resolver } from 'node:dns/promises';
import type { Config } from './config.ts';

/** What the name servers say. An empty list: they say that there is none. Undefined: nobody answered, so nothing is known. */
export type DnsAnswer = readonly string[] | undefined;

export interface Dns {
  /** The names that a name stands for. */
  findCname(name: string): Promise<DnsAnswer>;
  /** Each text in one piece. */
  findTxt(name: string): Promise<DnsAnswer>;
  /** Of both families. */
  findAddresses(name: string): Promise<DnsAnswer>;
}

/** Asks the servers of `OUTBOUND_DNS`, or those of the system. */
export function createDns({ outboundDns }: Pick<Config, 'outboundDns'>): Dns {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (outboundDns.length > 0) resolver.setServers(outboundDns);
  return {
    findCname: (name) => ask(async () => (await resolver.resolveCname(name)).map(toName)),
    findTxt: (name) => ask(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    async findAddresses(name) {
      const [four, six] = await Promise.all([
        ask(() => resolver.resolve4(name)),
        ask(() => resolver.resolve6(name)),
      ]);
      return four || six ? [...(four ?? []), ...(six ?? [])] : undefined;
    },
  };
}

const toName = (text: string): string => text.toLowerCase().replace(/\.$/, '');

/** More than a record of ours needs; a zone may hold any number. */
const maxAnswers = 20;

async function ask(question: () => Promise<string[]>): Promise<DnsAnswer> {
  try {
    return (await question()).slice(0, maxAnswers);
  } catch (error) {
    return isNone.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
  }
}

const isNone = new Set(['ENODATA', 'ENOTFOUND']);

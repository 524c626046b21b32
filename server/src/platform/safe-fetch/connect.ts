import { lookup, Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import type { MayConnect } from './addresses.ts';

/** Why there is no connection. `refused`: the address is not one that users may reach through this server. */
export class NoConnection extends Error {
  readonly reason: 'refused' | 'unresolved';

  constructor(reason: 'refused' | 'unresolved', message: string) {
    super(message);
    this.reason = reason;
  }
}

export const refusedMessage = 'The address resolves to a private or reserved network.';

/** How long a connection may take to come about, the handshake of TLS included. */
const connectLimitMs = 10_000;

/**
 * Makes connections for undici, and checks three times where they lead: an address that stands in the URL itself (Node
 * asks no resolver about it), every address that a name resolves to, and the address that was really connected to.
 * The connection goes to the addresses that were checked; the name is not asked for again.
 */
export function createSafeConnector(
  mayConnect: MayConnect,
  dnsServers: readonly string[],
): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectLimitMs,
    lookup: safeLookup(mayConnect, dnsServers),
    maxCachedSessions: 100,
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !mayConnect(host)) {
      callback(new NoConnection('refused', refusedMessage), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (mayConnect((socket as Socket).remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      return callback(new NoConnection('refused', refusedMessage), null);
    });
  };
}

/** Resolves a name and lets through only what may be connected to. */
function safeLookup(mayConnect: MayConnect, dnsServers: readonly string[]): LookupFunction {
  const resolve = resolverOf(dnsServers);
  const resolveSafely = async (hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const found = await resolve(hostname).catch(({ code }: NodeJS.ErrnoException) => {
      throw new NoConnection('unresolved', `The name ${hostname} can’t be resolved (${code}).`);
    });
    const [first, ...rest] = found.filter(({ address }) => mayConnect(address));
    if (!first) throw new NoConnection('refused', refusedMessage);
    return [first, ...rest];
  };
  const answer = callbackify(resolveSafely);
  return (hostname, { all }, callback) =>
    answer(hostname, (error, allowed) => {
      if (error) callback(error, '');
      else if (all) callback(null, allowed);
      else callback(null, allowed[0].address, allowed[0].family);
    });
}

/**
 * Asks the name servers without `getaddrinfo`, which would hold one of four threads of the process while a slow server
 * keeps it waiting. Only a name that they do not know is looked up in the machine's own tables (`/etc/hosts`).
 */
function resolverOf(dnsServers: readonly string[]): (hostname: string) => Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (found.length > 0) return found;
    const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    if (dnsServers.length > 0 || !reasons.some(({ code }) => code === 'ENOTFOUND')) throw reasons[0];
    return lookup(hostname, { all: true });
  };
}

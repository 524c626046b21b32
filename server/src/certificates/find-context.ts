import { createSecureContext, type SecureContext } from 'node:tls';
import type { Runtime } from '../platform/context.ts';
import { findDomainOwner } from '../platform/domains.ts';
import { toHostName } from '../platform/http/hosts.rules.ts';
import { createLruCache } from '../platform/lru-cache.ts';
import { sleep } from '../platform/signal.ts';
import { orderCertificate } from './order-certificate.ts';
import { findCertificate, isBeingOrdered, type CertificateRow } from './store.ts';

const maxContexts = 1_000;
/** How long a visitor waits for the first certificate of a domain. */
const patienceMs = 25_000;
const pollMs = 250;

/**
 * With which certificate to answer at a host name; undefined for a name that is none of ours. The first visitor of a new domain waits
 * until it has one.
 */
export function createContextFinder(runtime: Runtime): (name: string) => Promise<SecureContext | undefined> {
  const contexts = createLruCache<{ readonly chain: string; readonly context: SecureContext }>(maxContexts);

  const toContext = ({ name, chain, keySealed }: CertificateRow): SecureContext => {
    const known = contexts.get(name);
    if (known?.chain === chain) return known.context;
    const context = createSecureContext({ key: runtime.secrets.unseal(keySealed), cert: chain });
    contexts.set(name, { chain, context });
    return context;
  };

  return async (servername) => {
    const name = servername.toLowerCase();
    if (!(await isOurs(runtime, name))) return undefined;
    const row = (await findCertificate(runtime.database, name)) ?? (await awaitFirst(runtime, name));
    return row && toContext(row);
  };
}

async function isOurs({ config, database }: Runtime, name: string): Promise<boolean> {
  if (name === toHostName(new URL(config.publicUrl).hostname)) return true;
  return (await findDomainOwner(database, name)).workspaceId !== null;
}

/** Orders it, or waits for the process that does. */
async function awaitFirst(runtime: Runtime, name: string): Promise<CertificateRow | undefined> {
  const untilMs = performance.now() + patienceMs;
  let isOrdering = true;
  void orderCertificate(runtime, name).finally(() => (isOrdering = false));
  for (;;) {
    const isAwaited = isOrdering || (await isBeingOrdered(runtime.database, name));
    const row = await findCertificate(runtime.database, name);
    if (row || !isAwaited || performance.now() > untilMs) return row;
    await sleep(pollMs);
  }
}

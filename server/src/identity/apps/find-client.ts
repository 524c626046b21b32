import { timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../../platform/auth/token.ts';
import type { Runtime } from '../../platform/context.ts';
import { throttleAddress } from '../throttle/public.ts';
import {
  computeFreshSeconds,
  isDocumentUrl,
  parseMetadata,
  unusedClientDays,
  type ClientMetadata,
} from './rules.ts';
import { findClientRow, upsertClient, type ClientRow } from './store.ts';

const maxDocumentBytes = 10 * 1024;
const timeoutMs = 5_000;

/** The client of a token, as it is stored; undefined if there is none. */
export function findClient({ database }: Runtime, clientId: string): Promise<ClientRow | undefined> {
  return findClientRow(database, clientId);
}

/** Whether its document must be read before it can be trusted. */
export function isOutdated(
  { config, clock }: Runtime,
  clientId: string,
  client: ClientRow | undefined,
): boolean {
  if (client && client.kind !== 'document') return false;
  if (!isDocumentUrl(clientId, config.publicUrl)) return false;
  return !client?.fresh_until || Date.parse(client.fresh_until) < clock.now().getTime();
}

/**
 * Reads the document at a client_id, and keeps what it says. Undefined if there is none, or it is about another client: what it said
 * before does not count for a new connection.
 */
export async function fetchClient(
  runtime: Runtime,
  clientId: string,
  address: string,
): Promise<ClientRow | undefined> {
  await throttleAddress(runtime, 'document', address);
  const { statusCode, body, isTruncated, headers } = await runtime.outbound.request(clientId, {
    headers: { accept: 'application/json' },
    maxResponseBytes: maxDocumentBytes,
    timeoutMs,
  });
  const metadata = statusCode === 200 && !isTruncated ? parseDocument(clientId, body) : undefined;
  if (!metadata) return undefined;
  const nowMs = runtime.clock.now().getTime();
  await upsertClient(runtime.database, {
    client_id: clientId,
    kind: 'document',
    name: metadata.name,
    url: metadata.url,
    redirect_uris: [...metadata.redirectUris],
    scopes: [...metadata.scopes],
    fresh_until: new Date(nowMs + computeFreshSeconds(headers['cache-control']) * 1000).toISOString(),
    expires_at: new Date(nowMs + unusedClientDays * 86_400_000).toISOString(),
  });
  return findClientRow(runtime.database, clientId);
}

/** Anyone can read the document, so that it can't hold a secret. */
function parseDocument(clientId: string, text: string): ClientMetadata | undefined {
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (document?.['client_id'] !== clientId || document['client_secret'] !== undefined) return undefined;
  const metadata = parseMetadata({ token_endpoint_auth_method: 'none', ...document });
  return 'error' in metadata || metadata.hasSecret ? undefined : metadata;
}

/** Whether the secret is that of the client. A client without a secret must send none. */
export function isClientSecret({ secret_hash: stored }: ClientRow, given: string | undefined): boolean {
  if (stored === null) return given === undefined;
  return given !== undefined && timingSafeEqual(stored, hashSecret(given));
}

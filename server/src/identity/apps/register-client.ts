import { generateToken, hashSecret } from '../../platform/auth/token.ts';
import type { Runtime } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { tooManyRequests } from '../../platform/problems.ts';
import { throttleAddress } from '../throttle/public.ts';
import { parseMetadata, unusedClientDays, type MetadataProblem } from './rules.ts';
import { hasPendingClients, upsertClient } from './store.ts';

const maxPending = 10_000;

/** Dynamic registration (RFC 7591), for programs that have no document: the response, or what is wrong. */
export async function registerClient(
  runtime: Runtime,
  given: unknown,
  address: string,
): Promise<Record<string, unknown> | MetadataProblem> {
  const metadata = parseMetadata(given);
  if ('error' in metadata) return metadata;
  await throttleAddress(runtime, 'registration', address);
  const now = runtime.clock.now();
  const expires = new Date(now.getTime() + unusedClientDays * 86_400_000);
  if (await hasPendingClients(runtime.database, maxPending, expires)) throw tooManyRequests(3600);
  const clientId = generateUuid();
  const secret = metadata.hasSecret ? generateToken('dbs') : undefined;
  await upsertClient(runtime.database, {
    client_id: clientId,
    kind: 'registered',
    name: metadata.name,
    url: metadata.url,
    redirect_uris: [...metadata.redirectUris],
    scopes: [...metadata.scopes],
    secret_hash: secret === undefined ? null : hashSecret(secret),
    expires_at: expires.toISOString(),
  });
  const { token_endpoint_auth_method: method } = given as { token_endpoint_auth_method?: string };
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: metadata.name,
    ...(metadata.url !== null && { client_uri: metadata.url }),
    redirect_uris: metadata.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method ?? 'client_secret_basic',
    ...(metadata.scopes.length > 0 && { scope: metadata.scopes.join(' ') }),
  };
}

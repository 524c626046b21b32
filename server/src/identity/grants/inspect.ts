import { createSystemActor } from '../../platform/auth/actor.ts';
import { authenticate } from '../../platform/auth/authenticate.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import { readInWorkspace, runInWorkspace, type Runtime } from '../../platform/context.ts';
import type { ClientRow } from '../apps/public.ts';
import { listResources } from './rules.ts';
import { deleteGrant, deleteSecret, findSecret, findSecretRow, lockSecret } from './store.ts';

/** Revocation (RFC 7009): a refresh token ends the connection, an access token itself. What is unknown is revoked already. */
export async function revoke(runtime: Runtime, client: ClientRow, token: string): Promise<void> {
  const hash = hashSecret(token);
  const place = await findSecret(runtime.database, hash);
  if (place?.client_id !== client.client_id) return;
  await runInWorkspace(runtime, createSystemActor(place.workspace_id), async (ctx) => {
    const row = await lockSecret(ctx, hash);
    if (row?.kind === 'access') await deleteSecret(ctx, hash);
    else if (row) await deleteGrant(ctx, row.id);
  });
}

/** Introspection (RFC 7662). An app learns about its own tokens only. */
export async function introspect(
  runtime: Runtime,
  client: ClientRow,
  token: string,
): Promise<Record<string, unknown>> {
  const hash = hashSecret(token);
  const place = await findSecret(runtime.database, hash);
  if (place?.client_id !== client.client_id || (place.kind !== 'access' && place.kind !== 'refresh'))
    return { active: false };
  const row = await readInWorkspace(runtime, createSystemActor(place.workspace_id), (ctx) =>
    findSecretRow(ctx, hash),
  );
  const isLive =
    row && row.used_at === null && Date.parse(row.secret_ends_at) > runtime.clock.now().getTime();
  if (!isLive) return { active: false };
  const found = place.kind === 'access' ? await authenticate(runtime.database, token) : undefined;
  if (place.kind === 'access' && !found) return { active: false };
  return {
    active: true,
    scope: row.secret_scopes.join(' '),
    client_id: client.client_id,
    username: row.email,
    sub: row.member_id,
    ...(row.is_exchanged && { act: { sub: client.client_id } }),
    token_type: place.kind === 'access' ? 'Bearer' : 'refresh_token',
    exp: Math.floor(Date.parse(row.secret_ends_at) / 1000),
    iss: runtime.config.publicUrl,
    aud: listResources(runtime.config.publicUrl, row.secret_resource),
  };
}

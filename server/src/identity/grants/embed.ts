import type { Scope } from '@daybook/contract/scopes';
import { listScopesAboveRole, createSystemActor, type Actor } from '../../platform/auth/actor.ts';
import { authenticate } from '../../platform/auth/authenticate.ts';
import { generateToken, hashSecret } from '../../platform/auth/token.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { conflict } from '../../platform/problems.ts';
import { findClient, type ClientRow } from '../apps/public.ts';
import { issueTokens } from './issue-tokens.ts';
import { openPlatformGrant } from './platform-grant.ts';
import { lockPlatformUser } from './platform.store.ts';
import { deleteSecret, findSecret, insertSecret, lockSecret } from './store.ts';

const keySeconds = 60;

/** A key that opens settings in a frame, once: it is given in an address, which people and programs copy. */
export async function createEmbedKey(
  ctx: Ctx,
  client: ClientRow,
  memberId: string,
  scopes: readonly Scope[],
): Promise<{ readonly key: string; readonly expiresAt: string }> {
  const user = await lockPlatformUser(ctx, memberId);
  if (!user || user.is_suspended) throw conflict('The workspace is suspended, or the user isn’t active.');
  const above = listScopesAboveRole(user.role, scopes);
  const grant = await openPlatformGrant(ctx, client, memberId);
  const key = generateToken('dbe', ctx.secrets.code(ctx.workspaceId));
  const expiresAt = await insertSecret(ctx, {
    secret_hash: hashSecret(key),
    grant_id: grant.id,
    kind: 'embed',
    scopes: scopes.filter((scope) => !above.includes(scope)),
    resource: 'api',
    expires_at: new Date(ctx.now.getTime() + keySeconds * 1000).toISOString(),
  });
  return { key, expiresAt };
}

/** What a frame starts with. */
interface Embed {
  readonly actor: Actor;
  readonly token: string;
  /** The sites that can show it. */
  readonly origins: readonly string[];
}

/** Uses up a key. Undefined if it is not valid, or not any more: nobody learns which. */
export async function openEmbed(runtime: Runtime, key: string): Promise<Embed | undefined> {
  const hash = hashSecret(key);
  const place = await findSecret(runtime.database, hash);
  const client = place?.kind === 'embed' ? await findClient(runtime, place.client_id) : undefined;
  if (!place || !client?.embed_origins) return undefined;
  const actor = { ...createSystemActor(place.workspace_id), appName: client.name };
  const tokens = await runInWorkspace(runtime, actor, async (ctx) => {
    const row = await lockSecret(ctx, hash);
    if (!row || Date.parse(row.secret_ends_at) <= ctx.now.getTime()) return undefined;
    await deleteSecret(ctx, hash);
    const scopes = row.secret_scopes as Scope[];
    return issueTokens(ctx, row, { scopes, audience: 'api', hasRefresh: false });
  });
  const found = tokens && (await authenticate(runtime.database, tokens.access_token));
  return found && { actor: found.actor, token: tokens.access_token, origins: client.embed_origins };
}

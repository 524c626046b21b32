import { setTimeout } from 'node:timers/promises';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { leaseRefresh, saveRefreshed } from './accounts.store.ts';
import { refreshTokens, type Tokens } from './oauth/public.ts';
import { CalendarError, type CalendarAuth, type OAuthApp } from './provider/public.ts';
import { findAccess, findApp, getProviderName } from './providers.ts';
import type { ConnectionRow } from './store.ts';

type Connection = Pick<ConnectionRow, 'workspace_id' | 'id' | 'provider' | 'secret_sealed'>;

/** A token that ends within this time is renewed first, so that it lasts for what is done with it. */
const spareMs = 5 * 60_000;
const leaseMs = 30_000;
const waitMs = 250;
const longestWaitMs = 15_000;

/**
 * Does something with the credentials of a connection. Access that its provider refuses before its time is renewed once: it may
 * have been taken back by a changed password, while the grant still holds.
 */
export async function withAuth<T>(
  runtime: Runtime,
  connection: Connection,
  work: (auth: CalendarAuth) => Promise<T>,
): Promise<T> {
  const auth = await openAuth(runtime, connection);
  try {
    return await work(auth);
  } catch (error) {
    const isRefused = error instanceof CalendarError && error.kind === 'sign_in';
    if (!isRefused || auth.token === undefined) throw error;
    return work(await openAuth(runtime, connection, auth.token));
  }
}

/** What a connection was stored with; for an account, a token that lasts. */
async function openAuth(runtime: Runtime, connection: Connection, refused?: string): Promise<CalendarAuth> {
  const stored = unseal(runtime, connection.secret_sealed);
  if (!findAccess(connection.provider)) return stored as CalendarAuth;
  const app = getOAuthApp(runtime, connection.provider);
  const isUsable = ({ accessToken, expiresAt }: Tokens): boolean =>
    accessToken !== refused && Date.parse(expiresAt) > runtime.clock.now().getTime() + spareMs;
  const tokens = isUsable(stored as Tokens)
    ? (stored as Tokens)
    : await renew(runtime, app, connection, isUsable);
  return { url: app.apiUrl, token: tokens.accessToken };
}

export function getOAuthApp({ config }: Pick<Runtime, 'config'>, provider: string): OAuthApp {
  const app = findApp(config, provider);
  if (!app) throw new CalendarError('sign_in', explainUnconfigured(provider));
  return app;
}

export function explainUnconfigured(provider: string): string {
  const [id, secret] = Object.keys(findAccess(provider)?.settings.variables ?? {});
  return `${getProviderName(provider)} is not set up on this server: its operator has to set ${id} and ${secret}.`;
}

/**
 * One process renews at a time, by a lease, and the others take what it stores: a provider may take the old refresh token back,
 * and the last one of two would be left without.
 */
async function renew(
  runtime: Runtime,
  app: OAuthApp,
  { workspace_id: workspaceId, id }: Connection,
  isUsable: (tokens: Tokens) => boolean,
): Promise<Tokens> {
  const actor = createSystemActor(workspaceId);
  for (let waitedMs = 0; waitedMs < longestWaitMs; waitedMs += waitMs) {
    const until = new Date(runtime.clock.now().getTime() + leaseMs);
    const leased = await runInWorkspace(runtime, actor, (ctx) => leaseRefresh(ctx, id, until));
    if (!leased) {
      await setTimeout(waitMs);
      continue;
    }
    let tokens = unseal(runtime, leased) as Tokens;
    try {
      if (!isUsable(tokens)) tokens = await refreshTokens(runtime.outbound, app, tokens, runtime.clock.now());
    } finally {
      const sealed = runtime.secrets.seal(JSON.stringify(tokens));
      await runInWorkspace(runtime, actor, (ctx) => saveRefreshed(ctx, id, sealed));
    }
    return tokens;
  }
  throw new CalendarError('unreachable', 'Access to this account is being renewed. Try again in a moment.');
}

function unseal({ secrets }: Runtime, sealed: Buffer): unknown {
  return JSON.parse(secrets.unseal(sealed));
}

/** For what outlives its connection: nothing is stored. */
export async function openSealedAuth(
  runtime: Runtime,
  provider: string,
  sealed: Buffer,
): Promise<CalendarAuth> {
  const app = getOAuthApp(runtime, provider);
  const now = runtime.clock.now();
  const stored = unseal(runtime, sealed) as Tokens;
  const isFresh = Date.parse(stored.expiresAt) > now.getTime() + spareMs;
  const tokens = isFresh ? stored : await refreshTokens(runtime.outbound, app, stored, now);
  return { url: app.apiUrl, token: tokens.accessToken };
}

import * as oidc from 'openid-client';
import { createUser, updateUser } from '../../members/public.ts';
import { createSigningInActor, createSystemActor } from '../../platform/auth/actor.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import { runInWorkspace, type Runtime } from '../../platform/context.ts';
import { hashName } from '../../platform/directory/codes.ts';
import { findOtherCell } from '../../platform/directory/names.ts';
import { generateSecret } from '../../platform/ids.ts';
import { badRequest, forbidden, Problem } from '../../platform/problems.ts';
import { acceptWithIdentity, findByToken, splitName } from '../invitations/public.ts';
import { buildCookie, startSession, type Client } from '../sessions/public.ts';
import { discoverProvider, getSingleSignOn } from './provider.ts';
import { toIdentity, isDomainAllowed, type Identity } from './rules.ts';
import {
  findHome,
  findIdentityAccounts,
  insertRequest,
  linkSubject,
  consumeRequest,
  type IdentityAccount,
} from './store.ts';

const requestMinutes = 10;
const browserCookie = 'daybook_oidc';

/** The URL of the provider, and the cookie that binds the request to this browser. */
export async function requestSingleSignOn(
  runtime: Runtime,
  { invitation, isAgain }: { readonly invitation?: string | undefined; readonly isAgain: boolean },
): Promise<{ url: string; cookies: readonly string[] }> {
  const provider = await discoverProvider(runtime);
  const [state, nonce, verifier, browser] = [
    oidc.randomState(),
    oidc.randomNonce(),
    oidc.randomPKCECodeVerifier(),
    generateSecret(32),
  ];
  await insertRequest(runtime.database, {
    state_hash: hashSecret(state),
    browser_hash: hashSecret(browser),
    verifier_sealed: runtime.secrets.seal(verifier),
    nonce,
    invitation_sealed: invitation === undefined ? null : runtime.secrets.seal(invitation),
    expires_at: new Date(runtime.clock.now().getTime() + requestMinutes * 60_000).toISOString(),
  });
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri(runtime),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Users who sign in again prove who they are, whether or not the provider remembers them.
    ...(isAgain && { prompt: 'login', max_age: '0' }),
  });
  return {
    url: url.href,
    cookies: [buildCookie(runtime.config.publicUrl, browserCookie, browser, requestMinutes * 60)],
  };
}

/** The session's cookies, or the workspaces to choose from. */
export type SignInResult =
  | { readonly cookies: readonly string[] }
  | { readonly challenge: string; readonly workspaces: readonly { uuid: string; name: string }[] }
  /** The account is in this cell: the sign-in starts again there. */
  | { readonly cell: string; readonly cookies: readonly string[] };

/** A browser that was sent to another cell isn't sent on from there. */
const handoverCookie = 'daybook_handover';

export async function finishSingleSignOn(
  runtime: Runtime,
  query: Readonly<Record<string, string>>,
  cookies: Readonly<Record<string, string>>,
  client: Client,
): Promise<SignInResult> {
  const provider = await discoverProvider(runtime);
  const state = query['state'] ?? '';
  const browser = hashSecret(cookies[browserCookie] ?? '');
  const request = await consumeRequest(runtime.database, hashSecret(state), browser, runtime.clock.now());
  if (!request)
    throw badRequest(
      'This sign-in was already used, timed out, or started in another browser. Sign in again.',
    );
  const identity = await fetchIdentity(runtime, provider, query, {
    pkceCodeVerifier: runtime.secrets.unseal(request.verifier_sealed),
    expectedState: state,
    expectedNonce: request.nonce,
    idTokenExpected: true,
  });
  const invitation = request.invitation_sealed && runtime.secrets.unseal(request.invitation_sealed);
  if (invitation !== null) await acceptInvitationOf(runtime, invitation, identity);
  if (cookies[handoverCookie] === undefined) {
    const cell = await findCellElsewhere(runtime, identity);
    const minute = 60;
    if (cell) return { cell, cookies: [buildCookie(runtime.config.publicUrl, handoverCookie, '1', minute)] };
  }
  return arrive(runtime, identity, client);
}

/** The other cell that knows somebody whom this one doesn't. */
async function findCellElsewhere(runtime: Runtime, identity: Identity): Promise<string | undefined> {
  const { directory, database } = runtime;
  if (!directory || (await findIdentityAccounts(database, identity)).length > 0) return undefined;
  return findOtherCell(directory, [
    { kind: 'subject', value: hashName(`${identity.issuer} ${identity.subject}`) },
    ...(identity.email === null ? [] : [{ kind: 'email', value: hashName(identity.email) } as const]),
  ]);
}

/** Continues with the chosen workspace. */
export async function continueSingleSignOn(
  runtime: Runtime,
  challenge: string,
  workspace: string,
  client: Client,
): Promise<SignInResult> {
  const { identity, atMs } = opened(runtime, challenge);
  if (runtime.clock.now().getTime() - atMs > requestMinutes * 60_000) {
    throw badRequest('Your sign-in timed out. Start again.');
  }
  return arrive(runtime, identity, client, workspace);
}

async function fetchIdentity(
  runtime: Runtime,
  provider: oidc.Configuration,
  query: Readonly<Record<string, string>>,
  checks: oidc.AuthorizationCodeGrantChecks,
): Promise<Identity> {
  const url = new URL(`${redirectUri(runtime)}?${new URLSearchParams(query).toString()}`);
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, url, checks);
    const claims = tokens.claims();
    if (!claims) throw new Error('The identity provider sent no id token.');
    // Some providers put claims into the id token, others only into userinfo.
    const lacksEmail = claims['email'] === undefined || claims['email_verified'] === undefined;
    const more = lacksEmail || getSingleSignOn(runtime).roleClaim !== undefined;
    const info = more ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
    return toIdentity(claims.iss, claims, getSingleSignOn(runtime).roleClaim, info);
  } catch (error) {
    runtime.log.warn({ err: error }, 'single sign-on refused');
    throw badRequest('The identity provider didn’t confirm your identity. Try again.');
  }
}

async function acceptInvitationOf(runtime: Runtime, token: string, identity: Identity): Promise<void> {
  const { email, name } = identity;
  if (email === null) throw forbidden('The identity provider hasn’t verified your email address.');
  const { workspaceId, id } = await findByToken(runtime, token);
  await runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
    const memberId = await acceptWithIdentity(ctx, id, { email, name });
    await linkSubject(ctx, identity.issuer, identity.subject, memberId);
  });
}

async function arrive(
  runtime: Runtime,
  identity: Identity,
  client: Client,
  workspace?: string,
): Promise<SignInResult> {
  const home = await findHome(runtime.database, getSingleSignOn(runtime).workspace);
  const known = await findIdentityAccounts(runtime.database, identity);
  const accounts = known.length > 0 ? known : await provision(runtime, identity, home);
  const chosen = accounts.filter(({ workspace_id }) => workspace_id === (workspace ?? workspace_id));
  const [account, ...others] = chosen;
  if (!account)
    throw forbidden(
      'You haven’t been invited to this workspace yet. Ask an owner or admin for an invitation.',
    );
  if (others.length > 0) {
    return {
      challenge: sealed(runtime, identity),
      workspaces: chosen.map(({ workspace_id, workspace: name }) => ({ uuid: workspace_id, name })),
    };
  }
  if (account.workspace_id === home) await syncRole(runtime, account, identity);
  const actor = createSigningInActor(account.workspace_id, client.address, account.id);
  return runInWorkspace(runtime, actor, async (ctx) => {
    await linkSubject(ctx, identity.issuer, identity.subject, account.id);
    // A second factor is up to the provider.
    const proof = { method: 'single_sign_on', isStrong: true, provenAt: identity.provenAt } as const;
    return { cookies: await startSession(ctx, account.id, client, proof) };
  });
}

/** Creates a user at the first sign-in if OIDC_DOMAINS has the domain. */
async function provision(
  runtime: Runtime,
  identity: Identity,
  home: IdentityAccount['workspace_id'] | undefined,
): Promise<IdentityAccount[]> {
  const { email, role = 'user', language = 'en' } = identity;
  if (home === undefined || email === null || !isDomainAllowed(email, getSingleSignOn(runtime).domains))
    return [];
  try {
    await runInWorkspace(runtime, createSystemActor(home), async (ctx) => {
      const names = splitName(identity.name);
      const user = await createUser(ctx, { ...names, email, role, language, timezone: 'UTC' });
      await linkSubject(ctx, identity.issuer, identity.subject, user.id);
    });
  } catch (error) {
    // The address is taken: by a concurrent first sign-in, or by a deactivated user.
    if (!(error instanceof Problem) || error.status !== 422) throw error;
  }
  return findIdentityAccounts(runtime.database, identity);
}

/** Sets the role of the claim, unless that would leave the workspace without an owner. */
async function syncRole(runtime: Runtime, account: IdentityAccount, { role }: Identity): Promise<void> {
  if (role === undefined || role === account.role) return;
  try {
    await runInWorkspace(runtime, createSystemActor(account.workspace_id), (ctx) =>
      updateUser(ctx, account.id, { role }),
    );
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
  }
}

function redirectUri({ config }: Runtime): string {
  return `${config.publicUrl}/auth/oidc/callback`;
}

function sealed({ secrets, clock }: Runtime, identity: Identity): string {
  const kept = { purpose, identity, atMs: clock.now().getTime() };
  return secrets.seal(JSON.stringify(kept)).toString('base64url');
}

function opened({ secrets }: Runtime, challenge: string): { identity: Identity; atMs: number } {
  const problem = badRequest('This sign-in is unknown. Start again.');
  try {
    const kept = JSON.parse(secrets.unseal(Buffer.from(challenge, 'base64url')));
    if (kept.purpose === purpose) return kept;
  } catch {
    throw problem;
  }
  throw problem;
}

/** Tells it from other sealed texts. */
const purpose = 'single sign-on';

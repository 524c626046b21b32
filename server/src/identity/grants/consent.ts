import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '@daybook/contract/scopes';
import { isAdmin, listScopesAboveRole, type Actor } from '../../platform/auth/actor.ts';
import { requireRecentSession } from '../../platform/auth/recent-session.ts';
import { generateToken, hashSecret } from '../../platform/auth/token.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { forbidden } from '../../platform/problems.ts';
import {
  fetchClient,
  findApproval,
  findClient,
  getUriHost,
  isOutdated,
  requestApproval,
} from '../apps/public.ts';
import { appConnected } from './events.ts';
import {
  buildRedirect,
  checkAuthorization,
  codeMinutes,
  type Authorization,
  type AuthorizationRequest,
} from './rules.ts';
import { deleteOldestGrants, insertGrant, insertSecret, readPolicy } from './store.ts';

/** A user may run one app on many computers; more are forgotten, the oldest first. */
const maxGrantsPerApp = 20;

/** Checks what an app asks for. Undefined: its document must be read, which we do for signed-in users only. */
export async function readAuthorization(
  runtime: Runtime,
  params: URLSearchParams,
  reader: { readonly isSignedIn: boolean; readonly address: string },
): Promise<Authorization | undefined> {
  const clientId = params.getAll('client_id').length === 1 ? (params.get('client_id') ?? '') : '';
  let client = await findClient(runtime, clientId);
  if (isOutdated(runtime, clientId, client)) {
    if (!reader.isSignedIn) return undefined;
    client = await fetchClient(runtime, clientId, reader.address);
  }
  return checkAuthorization(params, client, runtime.config.publicUrl);
}

/** What the page asks. */
export interface Consent {
  readonly workspace: string;
  readonly scopes: readonly Scope[];
  readonly isApproved: boolean;
  /** False: the workspace requires an approval first. */
  readonly isAllowed: boolean;
  readonly isRequested: boolean;
  /** Where the answer goes. */
  readonly host: string;
}

/** Throws 403 for a session that began too long ago. */
export function readConsent(runtime: Runtime, actor: Actor, request: AuthorizationRequest): Promise<Consent> {
  return runInWorkspace(runtime, actor, async (ctx) => {
    await requireRecentSession(ctx);
    return loadConsent(ctx, request);
  });
}

async function loadConsent(
  ctx: Ctx,
  { client, scopes, redirectUri }: AuthorizationRequest,
): Promise<Consent> {
  const { name, allowsUnapproved } = await readPolicy(ctx);
  const approval = await findApproval(ctx, client.client_id);
  const isApproved = approval?.is_approved ?? false;
  const above = listScopesAboveRole(ctx.actor.role, scopes);
  return {
    workspace: name,
    scopes: scopes.filter((scope) => !above.includes(scope)),
    isApproved,
    isAllowed: isApproved || allowsUnapproved || isAdmin(ctx.actor),
    isRequested: approval !== undefined,
    host: getUriHost(redirectUri),
  };
}

/** The user allows it: a grant, and the code with which the app fetches its first tokens. Returns where the browser goes. */
export function allowApp(
  runtime: Runtime,
  actor: Actor,
  request: AuthorizationRequest,
  days: number | null,
): Promise<string> {
  return runInWorkspace(runtime, actor, async (ctx) => {
    await requireRecentSession(ctx);
    const { scopes, isAllowed } = await loadConsent(ctx, request);
    if (!isAllowed) throw forbidden('An owner or admin must approve this app first.');
    const code = await createGrant(ctx, request, { scopes, days });
    return buildRedirect(request, runtime.config.publicUrl, { code });
  });
}

async function createGrant(
  ctx: Ctx,
  { client, audience, redirectUri, challenge }: AuthorizationRequest,
  { scopes, days }: { readonly scopes: readonly Scope[]; readonly days: number | null },
): Promise<string> {
  const id = generateUuid();
  const code = generateToken('dbc', ctx.secrets.code(ctx.workspaceId));
  const { memberId } = ctx.actor;
  const codeEndsAt = addMs(ctx.now, codeMinutes * 60_000);
  await insertGrant(ctx, {
    id,
    member_id: memberId,
    client_id: client.client_id,
    name: client.name,
    url: client.url,
    logo: client.logo,
    scopes: [...scopes],
    resource: audience,
    expires_at: days === null ? null : addMs(ctx.now, days * 86_400_000),
    ends_at: codeEndsAt,
  });
  await insertSecret(ctx, {
    secret_hash: hashSecret(code),
    grant_id: id,
    kind: 'code',
    scopes: [...scopes],
    resource: audience,
    redirect_uri: redirectUri,
    challenge,
    expires_at: codeEndsAt,
  });
  await deleteOldestGrants(ctx, { memberId, clientId: client.client_id, limit: maxGrantsPerApp });
  await ctx.publish(appConnected, { memberId, name: client.name });
  return code;
}

const addMs = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

export function rejectApp(runtime: Runtime, request: AuthorizationRequest, error = 'access_denied'): string {
  return buildRedirect(request, runtime.config.publicUrl, { error });
}

export function askForApproval(
  runtime: Runtime,
  actor: Actor,
  { client }: AuthorizationRequest,
): Promise<void> {
  return runInWorkspace(runtime, actor, (ctx) => requestApproval(ctx, client));
}

/** Of the form: only what this session was shown can be answered, and no other site can know it. */
export function buildConsentKey({ secrets }: Runtime, { id }: Actor, query: string): string {
  return secrets.derive('consent', `${id} ${query}`).toString('base64url');
}

export function isConsentKey(runtime: Runtime, actor: Actor, query: string, given: string): boolean {
  const [expected, actual] = [buildConsentKey(runtime, actor, query), given].map((text) => hashSecret(text));
  return timingSafeEqual(expected as Buffer, actual as Buffer);
}

import { adminsOnly, explainDeniedCall } from '@daybook/contract/permissions';
import type { AnyRoute } from '@daybook/contract/route';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../auth/actor.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { authenticate, type Audience } from '../auth/authenticate.ts';
import type { Runtime } from '../context.ts';
import { forbidden, insufficientScope, unauthenticated } from '../problems.ts';

/** The authenticated user of a request, with the token or session secret that was sent. */
export interface Caller {
  readonly actor: Actor;
  readonly secret: string;
}

/** The guard has set it on every route that is not public. */
export function getCaller(request: FastifyRequest): Caller {
  return request.caller as Caller;
}

export async function identifyCaller(runtime: Runtime, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerToken(request);
  const secret = bearer ?? sessionCookie(request, runtime.config.publicUrl);
  if (!secret) throw unauthenticated();
  const found = await authenticate(runtime.database, secret);
  if (!found || (found.actor.kind === 'token') !== (bearer !== undefined))
    throw unauthenticated(bearer === undefined ? undefined : 'invalid_token');
  if (!isAudience(found.audience, findAudience(request))) throw unauthenticated('invalid_token');
  if (!bearer && request.method !== 'GET') rejectCrossSite(request, runtime.config.publicUrl);
  found
    .recordUse?.(request.ip)
    .catch((error: unknown) => runtime.log.warn({ err: error }, 'last use not recorded'));
  return { actor: { ...found.actor, address: request.ip }, secret };
}

/** MCP sends the requests of its callers to the API of this process: there their tokens are still those of MCP. */
export const mcpRequests = new AsyncLocalStorage<true>();

function findAudience({ url }: FastifyRequest): Audience {
  if (mcpRequests.getStore() || /^\/mcp\b/.test(url)) return 'mcp';
  return url.startsWith('/scim/') ? 'scim' : 'api';
}

/** Provisioning is open to tokens of directories alone, and they open nothing else. */
function isAudience(given: Audience | undefined, wanted: Audience): boolean {
  return wanted === 'scim' ? given === 'scim' : given === undefined || given === wanted;
}

/** Whether a caller may use a route at all, as the contract declares it. What they may do there, its use case decides. */
export function requirePermission(route: AnyRoute, actor: Actor): void {
  const { access, scopeFailure, withoutFactor } = route;
  if (access.kind === 'token' && actor.lacksFactor && !withoutFactor) {
    throw forbidden('This workspace requires two-factor authentication. Set it up first.');
  }
  switch (explainDeniedCall(route, actor)) {
    case 'session':
      throw forbidden('API tokens can’t do this. Sign in to the dashboard instead.');
    case 'scope': {
      const problem = insufficientScope(access.kind === 'token' ? access.scopes : []);
      throw scopeFailure === 'plain' ? forbidden(problem.message) : problem;
    }
    case 'role':
      throw forbidden(adminsOnly);
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Browsers send a `__Host-` cookie to this host only, and over HTTPS; plain HTTP (localhost) can't have one. */
export function getSessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-daybook_session' : 'daybook_session';
}

function sessionCookie(request: FastifyRequest, publicUrl: string): string | undefined {
  return findCookie(request, getSessionCookieName(publicUrl));
}

export function findCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/**
 * Against cross-site request forgery: a browser sends the cookie with requests of other sites, too, but says where they
 * come from. Changes are accepted from our own pages only.
 */
export function rejectCrossSite(request: FastifyRequest, hostUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const ours = site ? site === 'same-origin' : !origin || origin === new URL(hostUrl).origin;
  if (!ours) throw forbidden('Requests from another site aren’t allowed.');
}

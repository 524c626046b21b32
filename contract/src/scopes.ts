/** The scopes of tokens: eight from the interface, the others from resolutions section 3. */
export const scopes = [
  'admin:full',
  'booking',
  'timetable',
  'users:read',
  'users:write',
  'teams:read',
  'teams:write',
  'events:read',
  'events:write',
  'event-types:read',
  'event-types:write',
  'schedules:read',
  'schedules:write',
  'notes:read',
  'notes:write',
  'webhooks:read',
  'webhooks:write',
  'routing-forms:read',
  'routing-forms:write',
  'outbound-calls:read',
  'outbound-calls:write',
  'crm:read',
  'crm:write',
  'tokens:write',
] as const;

export type Scope = (typeof scopes)[number];

/** What an app can be given. An app makes no tokens: they would outlive its connection. */
export const appScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'tokens:write');

/** What an assistant is offered, and an app that asks for nothing in particular: bookings and the CRM, no settings and no users. */
export const defaultAppScopes: readonly Scope[] = [
  'booking',
  'timetable',
  'users:read',
  'teams:read',
  'events:read',
  'events:write',
  'event-types:read',
  'schedules:read',
  'notes:read',
  'notes:write',
  'outbound-calls:read',
  'outbound-calls:write',
  'crm:read',
  'crm:write',
];

/**
 * Who may call a route: anyone, any valid token, a token with at least one of the named scopes, only somebody who is
 * signed in, or only an app that the operator made a platform. A write scope implies the read scope of the same resource, so routes name only what the interface names.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'token'; readonly scopes: readonly Scope[] }
  | { readonly kind: 'session' }
  | { readonly kind: 'platform' };

export const publicAccess: Access = { kind: 'public' };

/** How somebody proves who they are is theirs to change, and no token's. */
export const sessionAccess: Access = { kind: 'session' };

/** Workspaces and users of a platform are managed by its app alone, whose tokens for it open nothing else. */
export const platformAccess: Access = { kind: 'platform' };

export const anyToken: Access = { kind: 'token', scopes: [] };

export function requireScopes(...accepted: readonly Scope[]): Access {
  return { kind: 'token', scopes: accepted };
}

/** The granted scopes and those that they imply. */
export function expandScopes(granted: readonly Scope[]): ReadonlySet<Scope> {
  const reads = granted
    .filter((scope) => scope.endsWith(':write'))
    .map((scope) => scope.replace(':write', ':read'))
    .filter((scope): scope is Scope => (scopes as readonly string[]).includes(scope));
  return new Set([...granted, ...reads]);
}

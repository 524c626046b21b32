import { expandScopes, scopes as allScopes, type Scope } from '@daybook/contract/scopes';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { getNetwork } from '../http/network.ts';
import { forbidden } from '../problems.ts';

export type Role = 'owner' | 'admin' | 'user';

/** Who acts: a user by token or by dashboard session, a visitor of a public page, or the system itself. */
export interface Actor {
  readonly kind: 'token' | 'session' | 'visitor' | 'system';
  /** The id of the token or session, a visitor's network, or 'system'. Idempotency keys and rate limits belong to it. */
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly memberId: string;
  readonly email: string;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
  /** From where the request came. */
  readonly address?: string;
  /** A session without the second factor that its workspace requires: it may only set one up. */
  readonly lacksFactor?: boolean;
  /** The token is that of a connected app, and `id` names the connection: it may not create credentials, which would outlive it. */
  readonly isApp?: boolean;
  /** The name of that app, which the audit log keeps. */
  readonly appName?: string;
  /** The app is a platform that manages its workspaces, named by its client ID. It acts as nobody in them. */
  readonly platformId?: string;
}

export function createSystemActor(workspaceId: WorkspaceId): Actor {
  return {
    kind: 'system',
    id: 'system',
    workspaceId,
    memberId: '',
    email: '',
    role: 'owner',
    scopes: new Set(allScopes),
  };
}

/** Somebody without a token, who may use public routes only. */
export function createVisitorActor(workspaceId: WorkspaceId, address: string): Actor {
  return {
    kind: 'visitor',
    id: `visitor ${getNetwork(address)}`,
    workspaceId,
    memberId: '',
    email: '',
    role: 'user',
    scopes: new Set(),
    address,
  };
}

/** Somebody who has proven to be a user, by a password or the link of a mail, and has no session yet. */
export function createSigningInActor(workspaceId: WorkspaceId, address: string, memberId = ''): Actor {
  return { ...createSystemActor(workspaceId), kind: 'visitor', id: `visitor ${address}`, memberId, address };
}

/** A token never has more rights than its user's current role: `admin:full` needs an owner or admin. */
export function computeEffectiveScopes(granted: readonly Scope[], role: Role): ReadonlySet<Scope> {
  return expandScopes(role === 'user' ? granted.filter((scope) => scope !== 'admin:full') : granted);
}

/** A dashboard session may do all that its user's role allows. */
export function computeSessionScopes(role: Role): ReadonlySet<Scope> {
  return computeEffectiveScopes(allScopes, role);
}

/** Scopes that the actor can't pass on. `admin:full` includes all but those of the CRM. */
export function listScopesNotHeld(actor: Actor, wanted: readonly Scope[]): Scope[] {
  const full = actor.scopes.has('admin:full');
  return wanted.filter((scope) => !actor.scopes.has(scope) && !(full && !scope.startsWith('crm:')));
}

/** Scopes that a user of this role can't use. */
export function listScopesAboveRole(role: Role, wanted: readonly Scope[]): Scope[] {
  const usable = computeEffectiveScopes(wanted, role);
  return wanted.filter((scope) => !usable.has(scope));
}

/** Whether the actor may manage what acts for this user: their own, and as admin that of users of no higher role. */
export function canManageAccess(actor: Actor, user: { readonly id: string; readonly role: string }): boolean {
  if (user.id === actor.memberId) return true;
  return isAdmin(actor) && (user.role !== 'owner' || actor.role === 'owner');
}

/** Credentials that an app made would outlive its connection. */
export function rejectApps({ isApp }: Actor): void {
  if (isApp) throw forbidden('Apps can’t do this. Use the dashboard or an API token.');
}

export function isAdmin(actor: Actor): boolean {
  return actor.role !== 'user';
}

export function requireAdmin(actor: Actor): void {
  if (!isAdmin(actor)) throw forbidden('Only owners and admins can do this.');
}

import type { Scope } from '@daybook/contract/scopes';
import { computeEffectiveScopes, isAdmin, type Actor, type Role } from '../platform/auth/actor.ts';

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

/** Whether the actor may create, rotate or revoke tokens of this user: their own, and as admin those of no higher role. */
export function canManageTokens(actor: Actor, user: { readonly id: string; readonly role: string }): boolean {
  if (user.id === actor.memberId) return true;
  return isAdmin(actor) && (user.role !== 'owner' || actor.role === 'owner');
}

/** Whether a token that expires then, or never, is there longer than another. */
export function outlives(expiresAt: string | null, other: string | null): boolean {
  if (other === null) return false;
  return expiresAt === null || Date.parse(expiresAt) > Date.parse(other);
}

import type { Scope } from '@daybook/contract/scopes';
import { effectiveScopes, isAdmin, type Actor, type Role } from '../platform/auth/actor.ts';

/** Scopes that the actor can't pass on, since they don't hold them. `admin:full` covers all but the CRM. */
export function scopesNotHeld(actor: Actor, wanted: readonly Scope[]): Scope[] {
  const full = actor.scopes.has('admin:full');
  return wanted.filter((scope) => !actor.scopes.has(scope) && !(full && !scope.startsWith('crm:')));
}

/** Scopes that the token's own user could never use. */
export function scopesAboveRole(role: Role, wanted: readonly Scope[]): Scope[] {
  const usable = effectiveScopes(wanted, role);
  return wanted.filter((scope) => !usable.has(scope));
}

/** Whether the actor may make, replace or end a token of this user: their own, or as admin those of no higher rank. */
export function mayManageTokensOf(
  actor: Actor,
  user: { readonly id: string; readonly role: string },
): boolean {
  if (user.id === actor.memberId) return true;
  return isAdmin(actor) && (user.role !== 'owner' || actor.role === 'owner');
}

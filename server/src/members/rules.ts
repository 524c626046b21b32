import type { Scope } from '@daybook/contract/scopes';
import type { Actor, Role } from '../platform/auth/actor.ts';

interface UserFields {
  readonly role?: Role | undefined;
  readonly isActive?: boolean | undefined;
  readonly password?: string | undefined;
}

/** Why the actor may not add a user with these fields; undefined when they may. */
export function whyNotAdd(actor: Actor, fields: UserFields): string | undefined {
  if (actor.role === 'user') return 'Only an owner or admin may do this.';
  if (fields.role === 'owner' && actor.role !== 'owner') return 'Only an owner may add an owner.';
  return whyNotEmpower(actor, fields);
}

/** Why the actor may not change this user in this way. Everyone may change their own profile. */
export function whyNotChange(
  actor: Actor,
  target: { readonly id: string; readonly role: string },
  fields: UserFields,
): string | undefined {
  const self = target.id === actor.memberId;
  const changesRole = fields.role !== undefined && fields.role !== target.role;
  const changesStanding = changesRole || fields.isActive !== undefined;
  if (actor.role === 'user' && (!self || changesStanding)) return 'Only an owner or admin may do this.';
  const touchesOwner = target.role === 'owner' || (changesRole && fields.role === 'owner');
  if (touchesOwner && actor.role !== 'owner') return 'Only an owner may change an owner.';
  return whyNotEmpower(actor, changesRole ? fields : { password: fields.password });
}

/**
 * A password or a higher role opens everything its user may do, so a token that is limited to some scopes must not be
 * able to hand them out.
 */
function whyNotEmpower(actor: Actor, fields: UserFields): string | undefined {
  const empowers = fields.password !== undefined || (fields.role !== undefined && fields.role !== 'user');
  const full: Scope = 'admin:full';
  const unlimited = actor.kind !== 'token' || actor.scopes.has(full);
  return empowers && !unlimited ? `Setting a password or a higher role needs the scope ${full}.` : undefined;
}

/** Whether a change would leave the workspace without an active owner. */
export function leavesNoOwner(
  activeOwners: readonly string[],
  targetId: string,
  staysOwner: boolean,
): boolean {
  return !staysOwner && activeOwners.length === 1 && activeOwners[0] === targetId;
}

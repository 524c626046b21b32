import type { Scope } from '@daybook/contract/scopes';
import type { Actor, Role } from '../platform/auth/actor.ts';

interface UserFields {
  readonly email?: string | undefined;
  readonly role?: Role | undefined;
  readonly isActive?: boolean | undefined;
  readonly password?: string | undefined;
}

/** Why the actor may not add a user with these fields; undefined when they may. */
export function findAddProblem(actor: Actor, fields: UserFields): string | undefined {
  if (actor.role === 'user') return 'Only owners and admins can do this.';
  if (fields.role === 'owner' && actor.role !== 'owner') return 'Only owners can add an owner.';
  return findEscalationProblem(actor, { ...fields, email: undefined });
}

/** Why the actor may not make these changes to a user. Everyone may change their own profile. */
export function findChangeProblem(
  actor: Actor,
  target: { readonly id: string; readonly role: string; readonly email: string; readonly kind?: string },
  fields: UserFields,
): string | undefined {
  if (target.kind === 'service' && grantsSignIn(target, fields))
    return 'A service user acts for an app. It can’t sign in, and can’t be an owner.';
  const self = target.id === actor.memberId;
  const changesRole = fields.role !== undefined && fields.role !== target.role;
  const changesAccess = changesRole || fields.isActive !== undefined;
  if (actor.role === 'user' && (!self || changesAccess)) return 'Only owners and admins can do this.';
  const touchesOwner = target.role === 'owner' || (changesRole && fields.role === 'owner');
  if (touchesOwner && actor.role !== 'owner') return 'Only owners can change an owner.';
  // A browser left open must not be enough to lock its user out.
  if (self && actor.kind === 'session' && fields.password !== undefined)
    return 'Change your own password with PUT /session/password, which needs the current one.';
  // A stolen token must not become an account.
  if (self && actor.kind === 'token' && (fields.password !== undefined || isEmailChanged(target, fields)))
    return 'A token can’t change how its owner signs in. Do this in the dashboard.';
  return findEscalationProblem(actor, {
    password: fields.password,
    role: changesRole ? fields.role : undefined,
    email: isEmailChanged(target, fields) ? fields.email : undefined,
  });
}

function grantsSignIn(target: { readonly email: string }, fields: UserFields): boolean {
  return fields.password !== undefined || fields.role === 'owner' || isEmailChanged(target, fields);
}

export function isEmailChanged(
  target: { readonly email: string },
  { email }: { readonly email?: string | undefined },
): boolean {
  return email !== undefined && email.toLowerCase() !== target.email;
}

/**
 * With a password, a higher role, or an address to which a reset can be sent, a caller could do more than its token's scopes
 * allow, so only a full token sets them.
 */
function findEscalationProblem(actor: Actor, fields: UserFields): string | undefined {
  const raisesRole = fields.role !== undefined && fields.role !== 'user';
  const escalates = fields.password !== undefined || raisesRole || fields.email !== undefined;
  const full: Scope = 'admin:full';
  const isFull = actor.kind !== 'token' || actor.scopes.has(full);
  return escalates && !isFull
    ? `Setting a password, a higher role or another email address needs the scope ${full}.`
    : undefined;
}

/** Whether this lets somebody in, or lets them do more: a session must have begun recently for it. */
export function isAccessGranted(
  fields: UserFields,
  target: { readonly role: string; readonly email: string } = { role: 'user', email: '' },
): boolean {
  const raisesRole = fields.role !== undefined && fields.role !== 'user' && fields.role !== target.role;
  const movesAddress = target.email !== '' && isEmailChanged(target, fields);
  return fields.password !== undefined || raisesRole || movesAddress;
}

/** Whether a change would leave the workspace without an active owner. */
export function isLastOwner(activeOwners: readonly string[], targetId: string, staysOwner: boolean): boolean {
  return !staysOwner && activeOwners.length === 1 && activeOwners[0] === targetId;
}

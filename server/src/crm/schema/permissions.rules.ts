import { isAdmin, type Actor } from '../../platform/auth/actor.ts';
import { forbidden, type Problem } from '../../platform/problems.ts';
import type { Definition, Permission } from './definition.ts';

type Object = Pick<Definition, 'userPermission' | 'pluralName'>;

const ranks: Readonly<Record<Permission, number>> = { none: 0, read: 1, own: 2, write: 3 };

/** What the actor may do with the records of an object. */
export function getPermission(actor: Actor, { userPermission }: Pick<Object, 'userPermission'>): Permission {
  return getAudience(actor) === 'all' ? 'write' : userPermission;
}

/** Which form of a definition the actor sees. What follows from a visit or a booking is not bound by anybody's rights. */
export function getAudience(actor: Actor): 'all' | 'forUsers' {
  const isUser = actor.kind === 'token' || actor.kind === 'session';
  return isUser && !isAdmin(actor) ? 'forUsers' : 'all';
}

export function canRead(actor: Actor, object: Pick<Object, 'userPermission'>): boolean {
  return getPermission(actor, object) !== 'none';
}

export function requirePermission(actor: Actor, object: Object, needed: Permission): void {
  if (ranks[getPermission(actor, object)] >= ranks[needed]) return;
  throw notPermitted(object);
}

export function notPermitted({ userPermission, pluralName }: Object): Problem {
  const allowed = userPermission === 'own' ? 'change only their own' : 'only read';
  return forbidden(`Users can ${allowed} ${pluralName}. An owner or admin can change that.`);
}

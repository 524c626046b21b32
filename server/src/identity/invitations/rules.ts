import type { Role } from '../../platform/auth/actor.ts';

const ranks: Readonly<Record<Role, number>> = { user: 0, admin: 1, owner: 2 };

/** Owners and admins invite, and nobody above their own role. */
export function findInviteProblem(inviter: Role, role: Role): string | undefined {
  if (inviter === 'user') return 'Only owners and admins can do this.';
  return ranks[role] > ranks[inviter] ? 'Only owners can invite an owner.' : undefined;
}

interface State {
  readonly accepted_at: string | null;
  readonly withdrawn_at: string | null;
  readonly expires_at: string;
  readonly role: string;
  /** Null when the operator invited. */
  readonly inviter: { readonly role: string; readonly is_active: boolean } | null;
}

/** Why an invitation can't be accepted any more. It counts as withdrawn when its inviter may not invite now. */
export function findAcceptProblem(state: State, nowMs: number): string | undefined {
  if (state.accepted_at !== null) return 'This invitation was already used. Sign in instead.';
  const { inviter } = state;
  const mayStill =
    !inviter ||
    (inviter.is_active && findInviteProblem(inviter.role as Role, state.role as Role) === undefined);
  if (state.withdrawn_at !== null || !mayStill) return 'This invitation was withdrawn.';
  if (Date.parse(state.expires_at) <= nowMs)
    return 'This invitation has expired. Ask the person who invited you for a new one.';
  return undefined;
}

/** Splits a name at its first space. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return { firstName: first.slice(0, 100), lastName: rest.join(' ').slice(0, 100) };
}

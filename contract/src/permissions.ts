import type { AnyRoute } from './route.ts';
import type { Scope } from './scopes.ts';

/** Who calls, as far as it decides which operations they may call at all. */
export interface CallerPermissions {
  readonly kind: string;
  /** The caller is the app of a platform, which manages workspaces. */
  readonly isPlatform?: boolean;
  readonly role: 'owner' | 'admin' | 'user';
  readonly scopes: ReadonlySet<Scope>;
}

export const adminsOnly = 'Only owners and admins can do this.';
export const platformsOnly = 'Only platforms can do this.';

/** What keeps a caller from an operation, whatever it is about; undefined when nothing does. */
export function explainDeniedCall(
  { access, may }: Pick<AnyRoute, 'access' | 'may'>,
  { kind, role, scopes, isPlatform = false }: CallerPermissions,
): 'session' | 'platform' | 'scope' | 'role' | undefined {
  if (access.kind === 'public') return undefined;
  if (access.kind === 'session' && kind !== 'session') return 'session';
  if ((access.kind === 'platform') !== isPlatform) return 'platform';
  const accepted = access.kind === 'token' ? access.scopes : [];
  if (accepted.length > 0 && !accepted.some((scope) => scopes.has(scope))) return 'scope';
  return may === 'admin' && role === 'user' ? 'role' : undefined;
}

/** The roles that may call an operation. */
export function listAllowedRoles({ access, may }: Pick<AnyRoute, 'access' | 'may'>): readonly string[] {
  const isForAdmins =
    may === 'admin' ||
    (access.kind === 'token' && access.scopes.length === 1 && access.scopes[0] === 'admin:full');
  return isForAdmins ? ['owner', 'admin'] : ['owner', 'admin', 'user'];
}

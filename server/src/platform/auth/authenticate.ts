import type { Scope } from '@daybook/contract/scopes';
import type { Database } from '../db/transaction.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { effectiveScopes, sessionScopes, type Actor, type Role } from './actor.ts';
import { couldBeToken, hashSecret } from './token.ts';

interface Found {
  workspace_id: WorkspaceId;
  token_id: string | null;
  session_id: string | null;
  /** Separated by spaces; null for a session. */
  scopes: string | null;
  last_used_at: string | null;
  member_id: string;
  email: string;
  role: Role;
}

const lastUsePrecisionMs = 60_000;

/** The user behind a bearer token or a session cookie, in one look-up; undefined for anything that is not valid now. */
export async function authenticate(
  database: Database,
  secret: string,
): Promise<{ actor: Actor; noteUse?: () => Promise<void> } | undefined> {
  if (!couldBeToken(secret)) return undefined;
  const result = await database.pool.query<Found>({
    name: 'authenticate',
    text: 'select * from authenticate($1)',
    values: [hashSecret(secret)],
  });
  const found = result.rows[0];
  if (!found) return undefined;
  const actor = actorOf(found);
  return isStale(found) ? { actor, noteUse: () => noteUse(database, actor) } : { actor };
}

function actorOf(found: Found): Actor {
  return {
    kind: found.token_id ? 'token' : 'session',
    id: found.token_id ?? found.session_id ?? '',
    workspaceId: found.workspace_id,
    memberId: found.member_id,
    email: found.email,
    role: found.role,
    scopes: scopesOf(found),
  };
}

/** The same few sets come with every request, so each is made once. */
const knownScopes = new Map<string, ReadonlySet<Scope>>();
const mostKnownScopes = 1000;

function scopesOf({ scopes, role }: Found): ReadonlySet<Scope> {
  const key = `${role} ${scopes ?? 'session'}`;
  const known = knownScopes.get(key);
  if (known) return known;
  const made = scopes === null ? sessionScopes(role) : effectiveScopes(scopes.split(' ') as Scope[], role);
  if (knownScopes.size < mostKnownScopes) knownScopes.set(key, made);
  return made;
}

/** `lastUsedAt` is kept to the minute: a write per request would cost more than the requests themselves. */
function isStale(found: Found): boolean {
  if (!found.token_id) return false;
  return !found.last_used_at || Date.now() - Date.parse(found.last_used_at) > lastUsePrecisionMs;
}

async function noteUse({ pool }: Database, actor: Actor): Promise<void> {
  await pool.query('select note_token_use($1, $2)', [actor.workspaceId, actor.id]);
}

import type { Scope } from '@daybook/contract/scopes';
import { queryOne, type Database } from '../db/transaction.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { createLruCache } from '../lru-cache.ts';
import {
  computeEffectiveScopes,
  computeSessionScopes,
  createSystemActor,
  type Actor,
  type Role,
} from './actor.ts';
import { hashSecret, isAccessToken, isPossibleToken, isScimToken } from './token.ts';

interface Credential {
  workspace_id: WorkspaceId;
  token_id: string | null;
  session_id: string | null;
  /** Separated by spaces; null for a session. */
  scopes: string | null;
  last_used_at: string | null;
  member_id: string;
  email: string;
  role: Role;
  lacks_factor: boolean;
}

const lastUsePrecisionMs = 60_000;

/** What a token opens: the API or MCP, provisioning by a directory, or the workspaces of a platform. */
export type Audience = 'api' | 'mcp' | 'scim' | 'platform';

interface Authentication {
  readonly actor: Actor;
  /** Undefined for a token that opens both the API and MCP. */
  readonly audience?: Audience;
  readonly recordUse?: (address: string) => Promise<void>;
}

/** The user behind a bearer token or a session cookie, in one look-up; undefined for anything that is not valid now. */
export async function authenticate(database: Database, secret: string): Promise<Authentication | undefined> {
  if (!isPossibleToken(secret)) return undefined;
  if (isAccessToken(secret)) return authenticateApp(database, secret);
  if (isScimToken(secret)) return authenticateDirectory(database, secret);
  const found = await lookUp<Credential>(database, 'authenticate', secret);
  if (!found) return undefined;
  const actor = actorOf(found);
  return isUseStale(found)
    ? { actor, recordUse: (address) => recordUse(database, actor, address) }
    : { actor };
}

/**
 * Nobody gets into a workspace that its platform suspended, and a cell refuses credentials of a workspace that belongs to another cell.
 * Requests don't share look-ups: each waits here for its turn when the server is overloaded.
 */
function lookUp<Found extends object>(
  database: Database,
  name: 'authenticate' | 'authenticate_app' | 'authenticate_scim',
  secret: string,
): Promise<Found | undefined> {
  const owned = database.isCell ? ', require_owned_workspace(a.workspace_id)' : '';
  const text = `select a.*${owned} from ${name}($1) a where not exists (
    select from platform_workspace p where p.workspace_id = a.workspace_id and p.suspended_at is not null)`;
  return queryOne<Found>(database, { name, text, values: [hashSecret(secret)] });
}

interface GrantCredential extends Omit<Credential, 'token_id' | 'session_id' | 'lacks_factor'> {
  grant_id: string;
  resource: Audience | null;
  client_id: string;
  app: string;
}

/** The user for whom an app acts. */
async function authenticateApp(database: Database, secret: string): Promise<Authentication | undefined> {
  const found = await lookUp<GrantCredential>(database, 'authenticate_app', secret);
  if (!found) return undefined;
  const { grant_id: grantId, workspace_id: workspaceId, resource } = found;
  const actor = {
    ...actorOf({ ...found, token_id: grantId, session_id: null, lacks_factor: false }),
    isApp: true,
    appName: found.app,
    ...(resource === 'platform' && { platformId: found.client_id }),
  };
  const recordUse = async (): Promise<void> => {
    const text = `select note_grant_use($1, $2)${unlessFrozen(database)}`;
    await queryOne(database, { text, values: [workspaceId, grantId] });
  };
  return { actor, ...(resource && { audience: resource }), ...(isUseStale(found) && { recordUse }) };
}

interface DirectoryCredential {
  workspace_id: WorkspaceId;
  token_id: string;
  name: string;
  last_used_at: string | null;
}

/** A directory, which acts for its workspace and as nobody in it. */
async function authenticateDirectory(
  database: Database,
  secret: string,
): Promise<Authentication | undefined> {
  const found = await lookUp<DirectoryCredential>(database, 'authenticate_scim', secret);
  if (!found) return undefined;
  const { workspace_id: workspaceId, token_id: id, name } = found;
  const actor: Actor = { ...createSystemActor(workspaceId), kind: 'token', id, email: `SCIM token ${name}` };
  const recordUse = async (): Promise<void> => {
    await queryOne(database, { text: 'select note_scim_use($1, $2)', values: [workspaceId, id] });
  };
  return { actor, audience: 'scim', ...(isUseStale(found) && { recordUse }) };
}

function actorOf(found: Credential): Actor {
  return {
    kind: found.token_id ? 'token' : 'session',
    id: found.token_id ?? found.session_id ?? '',
    workspaceId: found.workspace_id,
    memberId: found.member_id,
    email: found.email,
    role: found.role,
    scopes: scopesOf(found),
    ...(found.lacks_factor && { lacksFactor: true }),
  };
}

/** A few sets of scopes occur again and again, so each is computed once. */
const scopeSets = createLruCache<ReadonlySet<Scope>>(1000);

function scopesOf({ scopes, role }: Credential): ReadonlySet<Scope> {
  const key = `${role} ${scopes ?? 'session'}`;
  const known = scopeSets.get(key);
  if (known) return known;
  const made =
    scopes === null ? computeSessionScopes(role) : computeEffectiveScopes(scopes.split(' ') as Scope[], role);
  scopeSets.set(key, made);
  return made;
}

/** The last use is precise to the minute: a write per request would cost more than the request itself. */
function isUseStale({ last_used_at: lastUsedAt }: Pick<Credential, 'last_used_at'>): boolean {
  return !lastUsedAt || Date.now() - Date.parse(lastUsedAt) > lastUsePrecisionMs;
}

async function recordUse(
  database: Database,
  { kind, workspaceId, id }: Actor,
  address: string,
): Promise<void> {
  const guard = unlessFrozen(database);
  const ofToken = { text: `select note_token_use($1, $2)${guard}`, values: [workspaceId, id] };
  const ofSession = {
    text: `select note_session_use($1, $2, $3)${guard}`,
    values: [workspaceId, id, address],
  };
  await queryOne(database, kind === 'token' ? ofToken : ofSession);
}

/** In a workspace that is just being moved to another cell, the last use is noted next time. */
function unlessFrozen({ isCell }: Database): string {
  return isCell ? ' where pg_try_advisory_xact_lock_shared(workspace_lock($1::uuid))' : '';
}

// Made by `npm run generate` from the migrated schema.
import type { ColumnType, Generated } from 'kysely';
import type { WorkspaceId } from './workspace-id.ts';

/** Read as a value, written as text. */
export type Json = ColumnType<unknown, string, string>;

export interface ApiToken {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  name: string;
  prefix: string;
  scopes: string[];
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  created_at: Generated<string>;
}

export interface Counter {
  workspace_id: WorkspaceId;
  name: string;
  value: number;
}

export interface Credential {
  secret_hash: Buffer;
  workspace_id: WorkspaceId;
  token_id: string | null;
  session_id: string | null;
}

export interface Idempotency {
  workspace_id: WorkspaceId;
  caller: string;
  key_hash: Buffer;
  fingerprint: Buffer;
  status: number | null;
  body: Buffer | null;
  created_at: Generated<string>;
}

export interface Member {
  workspace_id: WorkspaceId;
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  slug: string;
  language: string;
  timezone: string;
  role: string;
  avatar_url: string | null;
  password_hash: string | null;
  is_active: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Migration {
  name: string;
  checksum: string;
  applied_at: Generated<string>;
}

export interface Outbox {
  workspace_id: WorkspaceId;
  id: string;
  name: string;
  payload: Json;
  told_at: Generated<string>;
}

export interface OwnerSlug {
  slug: string;
  workspace_id: WorkspaceId;
  member_id: string | null;
  team_id: string | null;
}

export interface Session {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  expires_at: string;
  created_at: Generated<string>;
}

export interface SignIn {
  email: string;
  workspace_id: WorkspaceId;
  member_id: string;
}

export interface Team {
  workspace_id: WorkspaceId;
  id: string;
  title: string;
  slug: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface TeamMembership {
  workspace_id: WorkspaceId;
  id: number;
  team_id: string;
  member_id: string;
  role: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Workspace {
  workspace_id: WorkspaceId;
  name: string;
  timezone: string;
  crm_enabled: Generated<boolean>;
  plan: Generated<string>;
  plan_active: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface DB {
  api_token: ApiToken;
  counter: Counter;
  credential: Credential;
  idempotency: Idempotency;
  member: Member;
  migration: Migration;
  outbox: Outbox;
  owner_slug: OwnerSlug;
  session: Session;
  sign_in: SignIn;
  team: Team;
  team_membership: TeamMembership;
  workspace: Workspace;
}

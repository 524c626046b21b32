// Made by `npm run generate` from the migrated schema.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { WorkspaceId } from './workspace-id.ts';

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

export interface EventHost {
  workspace_id: WorkspaceId;
  event_id: string;
  host_id: string;
  position: Generated<number>;
  busy_from: string;
  busy_to: string;
  during: GeneratedAlways<string>;
  blocking: Generated<boolean>;
  starts_at: string;
  ends_at: string;
  event_type_id: string;
}

export interface EventType {
  workspace_id: WorkspaceId;
  id: string;
  owner_member_id: string | null;
  owner_team_id: string | null;
  owner_id: GeneratedAlways<string>;
  title: string;
  slug: string;
  type: string;
  description: Generated<string>;
  color: Generated<string>;
  duration: number;
  durations: number[];
  max_active_invitees: Generated<number>;
  invitee_name_format: Generated<string>;
  invitee_phone_number: Generated<boolean>;
  schedule_id: string | null;
  locations: ColumnType<unknown, string | undefined, string>;
  buffer_before: Generated<number>;
  buffer_after: Generated<number>;
  minimum_notice: Generated<number>;
  booking_window: ColumnType<unknown, string | undefined, string>;
  slot_interval: number | null;
  daily_limit: number | null;
  weekly_limit: number | null;
  price: string | null;
  currency: string | null;
  is_secret: Generated<boolean>;
  is_active: Generated<boolean>;
  deleted_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface EventTypeHost {
  workspace_id: WorkspaceId;
  event_type_id: string;
  member_id: string;
  position: number;
  weight: Generated<number>;
  priority: Generated<number>;
  daily_limit: number | null;
  weekly_limit: number | null;
  booked_count: Generated<number>;
  last_booked_at: string | null;
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

export interface Installation {
  name: string;
  value: string;
}

export interface Invitee {
  workspace_id: WorkspaceId;
  id: string;
  event_id: string;
  salutation: string | null;
  full_name: string;
  email: string;
  phone: string | null;
  timezone: string;
  guests: string[] | null;
  seats: Generated<number>;
  answers: ColumnType<unknown, string | null, string | null>;
  utm: ColumnType<unknown, string | undefined, string>;
  custom_query_params: ColumnType<unknown, string | undefined, string>;
  payment: ColumnType<unknown, string | null, string | null>;
  link_id: string | null;
  key_hash: Buffer;
  key_sealed: Buffer;
  cancelled_at: string | null;
  cancelled_by: string | null;
  canceller_type: string | null;
  cancellation_reason: string | null;
  no_show: Generated<boolean>;
  scheduled_at: Generated<string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Link {
  workspace_id: WorkspaceId;
  id: string;
  event_type_id: string;
  kind: string;
  name: string | null;
  host_ids: string[] | null;
  price: string | null;
  token_sealed: Buffer;
  expires_at: string | null;
  used_at: string | null;
  created_at: Generated<string>;
}

export interface LinkToken {
  token_hash: Buffer;
  workspace_id: WorkspaceId;
  link_id: string;
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

export interface Note {
  workspace_id: WorkspaceId;
  id: number;
  public_id: string;
  event_id: string;
  member_id: string;
  note: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Outbox {
  workspace_id: WorkspaceId;
  id: string;
  name: string;
  payload: ColumnType<unknown, string, string>;
  told_at: Generated<string>;
}

export interface OwnerSlug {
  slug: string;
  workspace_id: WorkspaceId;
  member_id: string | null;
  team_id: string | null;
}

export interface Question {
  workspace_id: WorkspaceId;
  id: number;
  event_type_id: string;
  position: number;
  question: string;
  type: string;
  is_required: boolean;
  is_active: boolean;
  options: string[] | null;
}

export interface Schedule {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  title: string;
  is_default: boolean;
  timezone: string;
  weekly_hours: ColumnType<unknown, string, string>;
  special_hours: ColumnType<unknown, string | undefined, string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ScheduledEvent {
  workspace_id: WorkspaceId;
  id: string;
  event_type_id: string;
  team_id: string | null;
  title: string;
  type: string;
  starts_at: string;
  ends_at: string;
  duration: number;
  status: Generated<string>;
  location_type: Generated<string>;
  location_join_url: Generated<string>;
  location_details: ColumnType<unknown, string | undefined, string>;
  max_seats: number;
  seats_taken: Generated<number>;
  sequence: Generated<number>;
  search: Generated<string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
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
  event_host: EventHost;
  event_type: EventType;
  event_type_host: EventTypeHost;
  idempotency: Idempotency;
  installation: Installation;
  invitee: Invitee;
  link: Link;
  link_token: LinkToken;
  member: Member;
  migration: Migration;
  note: Note;
  outbox: Outbox;
  owner_slug: OwnerSlug;
  question: Question;
  schedule: Schedule;
  scheduled_event: ScheduledEvent;
  session: Session;
  sign_in: SignIn;
  team: Team;
  team_membership: TeamMembership;
  workspace: Workspace;
}

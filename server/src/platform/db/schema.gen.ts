// Made by `npm run generate` from the migrated schema.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { WorkspaceId } from './workspace-id.ts';

export interface Absence {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  kind: string;
  starts_on: string | null;
  ends_on: string | null;
  starts_at: string | null;
  ends_at: string | null;
  note: string | null;
  message: string | null;
  replacement_id: string | null;
  reaches_from: GeneratedAlways<string>;
  reaches_to: GeneratedAlways<string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface AccountLink {
  token_hash: Buffer;
  workspace_id: WorkspaceId;
  invitation_id: string | null;
  reset_id: string | null;
  sign_up_id: string | null;
}

export interface AddressConfirmation {
  workspace_id: WorkspaceId;
  id: string;
  event_type_id: string;
  email: string;
  language: string;
  code_sealed: Buffer;
  tries: Generated<number>;
  last_code_hash: Buffer | null;
  expires_at: string;
}

export interface Agent {
  workspace_id: WorkspaceId;
  id: string;
  name: string;
  provider: string;
  phone_number: string | null;
  language: Generated<string>;
  prompt: string | null;
  first_message: string | null;
  voicemail_message: string | null;
  is_published: boolean;
  is_enabled: boolean;
  event_type_id: string | null;
  voice: Generated<string>;
  max_attempts: number;
  retry_delay_minutes: number;
  retry_delays: ColumnType<unknown, string | null, string | null>;
  calling_hours: ColumnType<unknown, string | null, string | null>;
  record_calls: Generated<boolean>;
  recording_days: Generated<number>;
  deleted_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ApiToken {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  name: string;
  prefix: string;
  scopes: string[];
  creator_id: string | null;
  creator_token_id: string | null;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  created_at: Generated<string>;
}

export interface App {
  workspace_id: WorkspaceId;
  id: string;
  creator_id: string | null;
  name: string;
  url: string | null;
  logo: string | null;
  redirect_uris: string[];
  scopes: string[];
  grant_types: string[];
  secret_hash: Buffer | null;
  service_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface AppApproval {
  workspace_id: WorkspaceId;
  id: string;
  client_id: string;
  name: string;
  is_approved: boolean;
  requester_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface AppGrant {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  client_id: string;
  name: string;
  url: string | null;
  logo: string | null;
  scopes: string[];
  resource: string | null;
  exchanged_at: string | null;
  last_used_at: string | null;
  expires_at: string | null;
  ends_at: string | null;
  created_at: Generated<string>;
  is_exchanged: Generated<boolean>;
}

export interface AuditEntry {
  workspace_id: WorkspaceId;
  happened_at: Generated<string>;
  id: Generated<string>;
  action: string;
  object_type: string;
  object_id: string;
  actor_kind: string;
  credential_id: string | null;
  member_id: string | null;
  address: string | null;
  before: ColumnType<unknown, string | null, string | null>;
  after: ColumnType<unknown, string | null, string | null>;
  tx: Generated<number>;
  app: string | null;
}

export interface AvailabilityChange {
  workspace_id: WorkspaceId;
  subject: string;
  tx: Generated<string>;
  created_at: Generated<string>;
}

export interface BookingRequest {
  workspace_id: WorkspaceId;
  id: string;
  event_type_id: string;
  status: Generated<string>;
  starts_at: string;
  ends_at: string;
  host_ids: string[];
  booking: ColumnType<unknown, string, string>;
  answers: ColumnType<unknown, string | undefined, string>;
  email: string;
  email_confirmed: Generated<boolean>;
  link_id: string | null;
  price: string | null;
  reason: string | null;
  event_id: string | null;
  invitee_id: string | null;
  expires_at: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Calendar {
  workspace_id: WorkspaceId;
  id: string;
  connection_id: string;
  member_id: string;
  external_id: string;
  name: string;
  color: string | null;
  can_write: boolean;
  is_busy_only: Generated<boolean>;
  is_read: boolean;
  is_written: Generated<boolean>;
  cursor: string | null;
  horizon: string | null;
  synced_at: string | null;
  created_at: Generated<string>;
}

export interface CalendarAuthorization {
  workspace_id: WorkspaceId;
  state_hash: Buffer;
  member_id: string;
  provider: string;
  verifier_sealed: Buffer;
  return_to: string;
  expires_at: string;
}

export interface CalendarBusy {
  workspace_id: WorkspaceId;
  calendar_id: string;
  external_id: string;
  position: number;
  member_id: string;
  starts_at: string;
  ends_at: string;
  is_out_of_office: Generated<boolean>;
  is_long: GeneratedAlways<boolean | null>;
  seen_at: Generated<string>;
}

export interface CalendarChannel {
  workspace_id: WorkspaceId;
  id: string;
  calendar_id: string;
  external_id: string;
  expires_at: string;
  is_due: Generated<boolean>;
  created_at: Generated<string>;
}

export interface CalendarConnection {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  provider: string;
  account_key: string;
  account: string;
  secret_sealed: Buffer;
  scopes: Generated<string[]>;
  authorized_at: string | null;
  refreshing_until: string | null;
  counts_tentative: Generated<boolean>;
  state: Generated<string>;
  error: string | null;
  failures: Generated<number>;
  failing_since: string | null;
  unreachable_since: string | null;
  mailed_at: string | null;
  listed_at: string | null;
  synced_at: string | null;
  notified_at: string | null;
  next_sync_at: Generated<string>;
  lease_id: string | null;
  leased_until: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CalendarCopy {
  workspace_id: WorkspaceId;
  id: Generated<string>;
  event_id: string;
  host_id: string;
  calendar_id: string | null;
  calendar_external_id: string;
  state: Generated<string>;
  wanted_seq: Generated<number>;
  written_seq: Generated<number>;
  is_begun: Generated<boolean>;
  awaits_meeting: Generated<boolean>;
  external_id: string | null;
  etag: string | null;
  join_url: string | null;
  written_starts_at: string | null;
  written_ends_at: string | null;
  failures: Generated<number>;
  error: string | null;
  next_at: Generated<string>;
  leased_until: string | null;
}

export interface CalendarEntry {
  workspace_id: WorkspaceId;
  calendar_id: string;
  external_id: string;
  series_id: string | null;
  etag: string | null;
  content: string;
  is_given_up: Generated<boolean>;
  is_unread: Generated<boolean>;
  unreadable: ColumnType<unknown, string | undefined, string>;
  unreadable_since: string | null;
}

export interface CalendarFeed {
  workspace_id: WorkspaceId;
  member_id: string;
  token_hash: Buffer;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CalendarFeedToken {
  token_hash: Buffer;
  workspace_id: WorkspaceId;
  member_id: string;
}

export interface CallAddress {
  call_id: string;
  workspace_id: WorkspaceId;
}

export interface CallAttempt {
  workspace_id: WorkspaceId;
  call_id: string;
  attempt: number;
  id: string;
  state: Generated<string>;
  check_at: string | null;
  started_at: string;
  ended_at: string | null;
  outcome: string | null;
  telephony: string | null;
  is_line_refused: Generated<boolean>;
  error: string | null;
  duration_seconds: number | null;
  turns: ColumnType<unknown, string | null, string | null>;
  transcript: string | null;
  summary: string | null;
  recording_url: string | null;
  result: string | null;
  callback_at: string | null;
  link_sent: Generated<boolean>;
  event_uuid: string | null;
  cost_amount: string | null;
  cost_currency: string | null;
}

export interface CallLine {
  is_only: Generated<boolean>;
  trunk: Buffer;
  paused_at: string | null;
  error: string | null;
  probe_at: string | null;
  proven_at: string | null;
}

export interface CallRecording {
  workspace_id: WorkspaceId;
  call_id: string;
  attempt_id: string;
  audio: Buffer;
  created_at: Generated<string>;
  expires_at: string;
}

export interface CatcherToken {
  token_hash: Buffer;
  workspace_id: WorkspaceId;
  catcher_id: string;
}

export interface CaughtRequest {
  workspace_id: WorkspaceId;
  id: string;
  catcher_id: string;
  received_at: Generated<string>;
  content_sealed: Buffer;
}

export interface Certificate {
  name: string;
  key_sealed: Buffer | null;
  chain: string | null;
  renew_at: Generated<string>;
  ordered_until: string | null;
  failures: Generated<number>;
  problem: string | null;
}

export interface CertificateAccount {
  authority: string;
  key_sealed: Buffer;
}

export interface CertificateChallenge {
  token: string;
  answer: string;
  created_at: Generated<string>;
}

export interface Conference {
  workspace_id: WorkspaceId;
  event_id: string;
  provider: string;
  host_id: string | null;
  external_id: string | null;
  join_url: Generated<string>;
  wanted: Generated<number>;
  written: Generated<number>;
  intended_at: string | null;
  is_ending: Generated<boolean>;
  is_promised: Generated<boolean>;
  failures: Generated<number>;
  error: string | null;
  failing_since: string | null;
  due_at: Generated<string | null>;
  leased_until: string | null;
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

export interface CrmAttribute {
  workspace_id: WorkspaceId;
  id: string;
  object_id: string;
  position: number;
  key: string;
  label: string;
  type: string;
  is_required: Generated<boolean>;
  is_unique: Generated<boolean>;
  is_archived: Generated<boolean>;
  is_standard: Generated<boolean>;
  is_list: Generated<boolean>;
  max_length: Generated<number>;
  validation: string | null;
  slot: string | null;
  relation_id: string | null;
  relation_side: string | null;
  currency: string | null;
  currency_display: string | null;
  currency_decimal: boolean | null;
  currency_grouping: boolean | null;
  unique_build: string | null;
  unique_build_at: string | null;
  is_removed: Generated<boolean>;
  deleted_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CrmChange {
  workspace_id: WorkspaceId;
  tx: Generated<number>;
  happened_at: Generated<string>;
  id: string;
  seq: number;
  object_id: string;
  record_id: string;
  kind: string;
  actor_kind: string;
  member_id: string | null;
  diff: ColumnType<unknown, string | undefined, string>;
  detail: ColumnType<unknown, string | undefined, string>;
}

export interface CrmCount {
  workspace_id: WorkspaceId;
  object_id: string;
  share: number;
  total: number;
}

export interface CrmDeletedRecord {
  workspace_id: WorkspaceId;
  object_id: string;
  id: string;
  version: number;
  data: ColumnType<unknown, string, string>;
  by_hand: string[];
  links: ColumnType<unknown, string, string>;
  notes: ColumnType<unknown, string, string>;
  meetings: ColumnType<unknown, string, string>;
  tasks: ColumnType<unknown, string | undefined, string>;
  task_records: ColumnType<unknown, string | undefined, string>;
  created_at: string;
  updated_at: string;
  deleted_at: string;
}

export interface CrmDifferent {
  workspace_id: WorkspaceId;
  object_id: string;
  one_id: string;
  other_id: string;
}

export interface CrmFeed {
  workspace_id: WorkspaceId;
  position: number;
  tx: number;
  happened_at: string;
  id: string;
}

export interface CrmFeedState {
  workspace_id: WorkspaceId;
  position: Generated<number>;
  horizon: Generated<number>;
}

export interface CrmImport {
  workspace_id: WorkspaceId;
  id: string;
  object_id: string;
  actor_kind: string;
  member_id: string | null;
  format: string;
  matching_attribute: string | null;
  is_dry_run: boolean;
  delimiter: Generated<string>;
  header: Generated<string[]>;
  columns: Generated<string[]>;
  notations: Generated<string[]>;
  needs_scan: Generated<boolean>;
  status: Generated<string>;
  message: string | null;
  size_bytes: Generated<number>;
  done_bytes: Generated<number>;
  rows_total: Generated<number>;
  rows_done: Generated<number>;
  created: Generated<number>;
  updated: Generated<number>;
  failed: Generated<number>;
  partial: Generated<number>;
  kept: Generated<number>;
  worker: string | null;
  leased_until: Generated<string>;
  created_at: Generated<string>;
  finished_at: string | null;
}

export interface CrmImportBatch {
  workspace_id: WorkspaceId;
  import_id: string;
  tx: Generated<number>;
}

export interface CrmImportChunk {
  workspace_id: WorkspaceId;
  import_id: string;
  number: number;
  bytes: Buffer;
}

export interface CrmImportError {
  workspace_id: WorkspaceId;
  import_id: string;
  row_number: number;
  status: Generated<string>;
  message: string;
  errors: ColumnType<unknown, string | null, string | null>;
}

export interface CrmImportKey {
  workspace_id: WorkspaceId;
  import_id: string;
  attribute_id: string;
  key_norm: string;
  record_id: string;
  row_number: number;
}

export interface CrmLink {
  workspace_id: WorkspaceId;
  relation_id: string;
  from_object_id: string;
  from_id: string;
  to_object_id: string;
  to_id: string;
  from_single: boolean;
  to_single: boolean;
  created_at: Generated<string>;
}

export interface CrmMeeting {
  workspace_id: WorkspaceId;
  invitee_id: string;
  event_id: string;
  object_id: string;
  person_id: string;
  starts_at: string;
  ends_at: string;
  is_cancelled: Generated<boolean>;
  is_no_show: Generated<boolean>;
}

export interface CrmMerge {
  workspace_id: WorkspaceId;
  id: string;
  object_id: string;
  survivor_id: string;
  merged_id: string;
  merged: ColumnType<unknown, string, string>;
  diff: ColumnType<unknown, string, string>;
  moved: ColumnType<unknown, string, string>;
  created_at: Generated<string>;
  undone_at: string | null;
}

export interface CrmNote {
  workspace_id: WorkspaceId;
  id: string;
  object_id: string;
  record_id: string;
  member_id: string | null;
  editor_id: string | null;
  note: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  pinned_at: string | null;
  thread_id: string | null;
}

export interface CrmObject {
  workspace_id: WorkspaceId;
  id: string;
  slug: string;
  singular_name: string;
  plural_name: string;
  is_standard: Generated<boolean>;
  is_active: Generated<boolean>;
  primary_attribute: Generated<string>;
  user_permission: Generated<string>;
  revision: Generated<string>;
  deleted_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CrmOption {
  workspace_id: WorkspaceId;
  id: number;
  attribute_id: string;
  position: number;
  value: string;
  color: string;
  is_archived: Generated<boolean>;
  deleted_at: string | null;
}

export interface CrmPick {
  workspace_id: WorkspaceId;
  attribute_id: string;
  value: string;
  object_id: string;
  record_id: string;
}

export interface CrmRecency {
  workspace_id: WorkspaceId;
  object_id: string;
  record_id: string;
  changed_at: string;
}

export interface CrmRecord {
  workspace_id: WorkspaceId;
  object_id: string;
  id: string;
  version: Generated<number>;
  data: ColumnType<unknown, string, string>;
  rest: ColumnType<unknown, string | undefined, string>;
  by_hand: Generated<string[]>;
  search: Generated<string>;
  t1: string | null;
  t2: string | null;
  t3: string | null;
  t4: string | null;
  t5: string | null;
  t6: string | null;
  t7: string | null;
  t8: string | null;
  n1: number | null;
  n2: number | null;
  n3: number | null;
  n4: number | null;
  n5: number | null;
  n6: number | null;
  n7: number | null;
  n8: number | null;
  d1: string | null;
  d2: string | null;
  d3: string | null;
  d4: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CrmRelation {
  workspace_id: WorkspaceId;
  id: string;
  from_object_id: string;
  to_object_id: string;
  from_single: boolean;
  to_single: boolean;
}

export interface CrmTask {
  workspace_id: WorkspaceId;
  id: string;
  title: string;
  note: string | null;
  due_on: string | null;
  due_at: string | null;
  timezone: string | null;
  deadline: string | null;
  remind_at: string | null;
  owner_id: string | null;
  creator_id: string | null;
  event_id: string | null;
  done_at: string | null;
  done_by: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CrmTaskRecord {
  workspace_id: WorkspaceId;
  task_id: string;
  object_id: string;
  record_id: string;
}

export interface CrmUnique {
  workspace_id: WorkspaceId;
  attribute_id: string;
  key_norm: string;
  object_id: string;
  record_id: string;
}

export interface CrmView {
  workspace_id: WorkspaceId;
  object_id: string;
  id: string;
  member_id: string;
  name: string;
  kind: string;
  is_shared: boolean;
  filter: ColumnType<unknown, string | null, string | null>;
  sort: string[];
  columns: ColumnType<unknown, string, string>;
  group_by: string | null;
  position: number;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Demo {
  workspace_id: WorkspaceId;
  steps: Generated<number>;
}

export interface DialledNumber {
  workspace_id: WorkspaceId;
  attempt_id: string;
  number_hash: Buffer;
  dialled_at: string;
}

export interface DoNotCall {
  workspace_id: WorkspaceId;
  id: string;
  phone_number: string | null;
  number_hash: Buffer | null;
  reason: string | null;
  created_at: Generated<string>;
}

export interface Domain {
  workspace_id: WorkspaceId;
  id: string;
  purpose: string;
  name: string;
  token: string;
  state: Generated<string>;
  problem: string | null;
  found: ColumnType<unknown, string | null, string | null>;
  failures: Generated<number>;
  checked_at: string | null;
  verified_at: string | null;
  next_check_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  sender_address: string | null;
  provider_id: string | null;
}

export interface DomainKey {
  workspace_id: WorkspaceId;
  domain_id: string;
  selector: string;
  public_key: string;
  private_key_sealed: Buffer;
  is_active: Generated<boolean>;
  created_at: Generated<string>;
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
  hold_id: string | null;
  booked_event_id: string | null;
  taken_at: Generated<string>;
  calendars_read_at: string | null;
}

export interface EventResource {
  workspace_id: WorkspaceId;
  event_id: string;
  resource_id: string;
  position: number;
  busy_from: string;
  busy_to: string;
  during: GeneratedAlways<string>;
  blocking: Generated<boolean>;
  hold_id: string | null;
  booked_event_id: GeneratedAlways<string | null>;
  taken_at: Generated<string>;
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
  is_secret: Generated<boolean>;
  is_active: Generated<boolean>;
  duration: number;
  durations: number[];
  max_active_invitees: Generated<number>;
  locations: ColumnType<unknown, string | undefined, string>;
  resources: ColumnType<unknown, string | undefined, string>;
  recurrence: ColumnType<unknown, string | null, string | null>;
  waitlist: Generated<boolean>;
  invitee_picks_host: Generated<boolean>;
  balance: Generated<string>;
  owner_first: Generated<boolean>;
  schedule_id: string | null;
  booking_window: ColumnType<unknown, string | undefined, string>;
  minimum_notice: Generated<number>;
  slot_interval: number | null;
  buffer_before: Generated<number>;
  buffer_after: Generated<number>;
  locked_timezone: string | null;
  daily_limit: number | null;
  weekly_limit: number | null;
  monthly_limit: number | null;
  daily_minutes: number | null;
  weekly_minutes: number | null;
  monthly_minutes: number | null;
  invitee_limit: ColumnType<unknown, string | null, string | null>;
  invitee_name_format: Generated<string>;
  invitee_phone_number: Generated<boolean>;
  confirm_address: Generated<string>;
  cancellation_notice: Generated<number>;
  rescheduling_notice: Generated<number>;
  requires_confirmation: Generated<boolean>;
  confirm_within: Generated<number>;
  price: string | null;
  currency: string | null;
  payment_provider: Generated<string>;
  refund_policy: ColumnType<unknown, string | null, string | null>;
  confirmation_text: string | null;
  redirect_url: string | null;
  reminders: Generated<number[]>;
  deleted_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  position: Generated<number>;
}

export interface EventTypeHost {
  workspace_id: WorkspaceId;
  event_type_id: string;
  member_id: string;
  position: number;
  schedule_id: string | null;
  weight: Generated<number>;
  priority: Generated<number>;
  daily_limit: number | null;
  weekly_limit: number | null;
  booked_count: Generated<number>;
  last_booked_at: string | null;
  turn: Generated<number>;
}

export interface Favorite {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  kind: string;
  object_id: string | null;
  target_id: string;
  position: number;
}

export interface File {
  workspace_id: WorkspaceId;
  id: string;
  name: string;
  type: string;
  size_bytes: number;
  sha256: string;
  object_id: string | null;
  record_id: string | null;
  event_type_id: string | null;
  token_hash: Buffer | null;
  email: string | null;
  creator_id: string | null;
  created_at: Generated<string>;
}

export interface FileChunk {
  workspace_id: WorkspaceId;
  content_id: string;
  number: number;
  bytes: Buffer;
}

export interface FileContent {
  workspace_id: WorkspaceId;
  id: string;
  size_bytes: number;
  object_key: string | null;
  is_moved: Generated<boolean>;
  visitor_hash: Buffer | null;
  event_type_id: string | null;
  expires_at: string | null;
  created_at: Generated<string>;
}

export interface FileRemoval {
  workspace_id: WorkspaceId;
  object_key: string;
  due_at: Generated<string>;
}

export interface FileUsage {
  workspace_id: WorkspaceId;
  size_bytes: number;
}

export interface FirstStep {
  workspace_id: WorkspaceId;
  member_id: string;
  key: string;
  confirmed_at: Generated<string>;
}

export interface FormSlug {
  slug: string;
  workspace_id: WorkspaceId;
  form_id: string;
}

export interface GrantSecret {
  secret_hash: Buffer;
  workspace_id: WorkspaceId;
  grant_id: string;
  kind: string;
  scopes: string[];
  resource: string | null;
  redirect_uri: string | null;
  challenge: string | null;
  used_at: string | null;
  expires_at: string;
}

export interface Hold {
  workspace_id: WorkspaceId;
  id: string;
  event_type_id: string;
  token_hash: Buffer;
  visitor_hash: Buffer;
  expires_at: string;
  created_at: Generated<string>;
}

export interface Holiday {
  workspace_id: WorkspaceId;
  member_id: string;
  date: string;
  name: string;
  type: string;
  is_off: boolean;
}

export interface HolidaySetting {
  workspace_id: WorkspaceId;
  member_id: string;
  country: string;
  region: string | null;
  types: string[];
  worked_on: string[];
  computed_at: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Idempotency {
  workspace_id: WorkspaceId;
  caller: string;
  key_hash: Buffer;
  fingerprint: Buffer;
  status: number | null;
  body: Buffer | null;
  claim: string | null;
  claimed_until: string | null;
  created_at: Generated<string>;
}

export interface IdentityProvider {
  workspace_id: WorkspaceId;
  id: string;
  kind: string;
  name: string;
  is_enabled: Generated<boolean>;
  is_enforced: Generated<boolean>;
  break_glass_id: string | null;
  creates_users: Generated<boolean>;
  default_role: string;
  role_mapping: ColumnType<unknown, string | undefined, string>;
  attributes: ColumnType<unknown, string | undefined, string>;
  issuer: string;
  client_id: string | null;
  client_secret_sealed: Buffer | null;
  sign_in_url: string | null;
  sign_out_url: string | null;
  certificates: Generated<string[]>;
  metadata_url: string | null;
  metadata_read_at: string | null;
  metadata_error: string | null;
  allows_unsolicited: Generated<boolean>;
  private_key_sealed: Buffer | null;
  own_certificate: string | null;
  last_sign_in_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Image {
  workspace_id: WorkspaceId;
  owner_id: string;
  name: string;
  type: string;
  bytes: Buffer;
  created_at: Generated<string>;
}

export interface ImageAddress {
  name: string;
  workspace_id: WorkspaceId;
}

export interface ImportMapping {
  workspace_id: WorkspaceId;
  source: string;
  kind: string;
  source_hash: Buffer;
  object_id: string;
  created_at: Generated<string>;
}

export interface Installation {
  name: string;
  value: string;
}

export interface Invitation {
  workspace_id: WorkspaceId;
  id: string;
  email: string;
  role: string;
  team_ids: Generated<string[]>;
  invited_by: string | null;
  token_sealed: Buffer;
  sent_at: string;
  expires_at: string;
  accepted_at: string | null;
  withdrawn_at: string | null;
  created_at: Generated<string>;
}

export interface Invitee {
  workspace_id: WorkspaceId;
  id: string;
  event_id: string;
  salutation: string | null;
  full_name: string;
  email: string;
  email_confirmed: Generated<boolean>;
  phone: string | null;
  timezone: string;
  language: Generated<string>;
  guests: string[] | null;
  seats: Generated<number>;
  answers: ColumnType<unknown, string | null, string | null>;
  utm: ColumnType<unknown, string | undefined, string>;
  custom_query_params: ColumnType<unknown, string | undefined, string>;
  link_id: string | null;
  payment: ColumnType<unknown, string | null, string | null>;
  series_id: string | null;
  series_index: number | null;
  series_count: number | null;
  key_hash: Buffer;
  key_sealed: Buffer;
  cancelled_at: string | null;
  cancelled_by: string | null;
  canceller_type: string | null;
  cancellation_reason: string | null;
  no_show: Generated<boolean>;
  erased_at: string | null;
  scheduled_at: Generated<string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface InviteeKey {
  invitee_id: string;
  key_hash: Buffer;
  workspace_id: WorkspaceId;
}

export interface KnownDevice {
  workspace_id: WorkspaceId;
  member_id: string;
  device_hash: Buffer;
  last_seen_at: Generated<string>;
}

export interface Link {
  workspace_id: WorkspaceId;
  id: string;
  event_type_id: string;
  kind: string;
  name: string | null;
  token_sealed: Buffer;
  host_ids: string[] | null;
  has_lost_host: Generated<boolean>;
  price: string | null;
  only_starts: number[] | null;
  max_uses: number | null;
  uses: Generated<number>;
  used_at: string | null;
  expires_at: string | null;
  created_at: Generated<string>;
}

export interface LinkToken {
  token_hash: Buffer;
  workspace_id: WorkspaceId;
  link_id: string;
}

export interface LiveChange {
  workspace_id: WorkspaceId;
  tx: Generated<string>;
  seq: number;
  kind: string;
  object_id: string | null;
  member_id: string | null;
  crm_object_id: string | null;
  crm_keys: string[] | null;
  created_at: Generated<string>;
}

export interface MailMessage {
  workspace_id: WorkspaceId;
  id: string;
  dedupe_key: string;
  kind: string;
  event_id: string | null;
  member_id: string | null;
  to_email: string;
  content_sealed: Buffer;
  status: Generated<string>;
  attempts: Generated<number>;
  due_at: Generated<string>;
  last_error: string | null;
  sent_at: string | null;
  created_at: Generated<string>;
  sender: string | null;
}

export interface MailRefusal {
  address_hash: Buffer;
  refused_at: Generated<string>;
}

export interface Member {
  workspace_id: WorkspaceId;
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  slug: string;
  avatar: string | null;
  language: string;
  timezone: string;
  role: string;
  password_hash: string | null;
  is_active: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  kind: Generated<string>;
}

export interface Migration {
  name: string;
  checksum: string;
  applied_at: Generated<string>;
}

export interface NameReservation {
  workspace_id: WorkspaceId;
  id: string;
  created_at: Generated<string>;
}

export interface Note {
  workspace_id: WorkspaceId;
  id: number;
  public_id: string;
  event_id: string;
  member_id: string;
  editor_id: string | null;
  note: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Notification {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  kind: string;
  actor_id: string | null;
  note_id: string | null;
  created_at: Generated<string>;
  read_at: string | null;
}

export interface NotificationSetting {
  workspace_id: WorkspaceId;
  member_id: string;
  kind: string;
  email: boolean;
}

export interface OidcRequest {
  state_hash: Buffer;
  browser_hash: Buffer;
  verifier_sealed: Buffer;
  nonce: string;
  invitation_sealed: Buffer | null;
  expires_at: string;
}

export interface OidcSubject {
  issuer: string;
  subject: string;
  workspace_id: WorkspaceId;
  member_id: string;
}

export interface OutboundCall {
  workspace_id: WorkspaceId;
  id: string;
  agent_id: string;
  provider: string;
  queued_by: string | null;
  phone_number: string;
  email: string;
  full_name: string;
  time_zone: string | null;
  additional_data: string | null;
  first_message: string | null;
  scheduled_at: string | null;
  status: Generated<string>;
  due_at: string | null;
  triggered_at: string | null;
  error: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Outbox {
  workspace_id: WorkspaceId;
  stream: string;
  position: number;
  id: string;
  name: string;
  payload: ColumnType<unknown, string, string>;
  actor_kind: string;
  member_id: string | null;
  published_at: Generated<string>;
  done: Generated<string[]>;
  attempts: Generated<number>;
  run_at: Generated<string>;
  failed_at: string | null;
  error: string | null;
}

export interface OwnerSlug {
  slug: string;
  workspace_id: WorkspaceId;
  member_id: string | null;
  team_id: string | null;
}

export interface PageDomain {
  name: string;
  workspace_id: WorkspaceId;
  domain_id: string;
  verified_at: string;
}

export interface PagePreview {
  workspace_id: WorkspaceId;
  id: string;
  event_type_id: string;
  member_id: string;
  changes: ColumnType<unknown, string, string>;
  expires_at: string;
}

export interface Passkey {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  last_used_at: string | null;
  created_at: Generated<string>;
}

export interface PasskeyChallenge {
  challenge_hash: Buffer;
  purpose: string;
  expires_at: string;
}

export interface PasskeyOwner {
  credential_id: string;
  workspace_id: WorkspaceId;
  passkey_id: string;
}

export interface PasswordReset {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  token_sealed: Buffer;
  expires_at: string;
  used_at: string | null;
  created_at: Generated<string>;
}

export interface Payment {
  workspace_id: WorkspaceId;
  id: string;
  event_type_id: string;
  provider: string;
  state: Generated<string>;
  amount: string;
  amount_minor: number;
  currency: string;
  refund_policy: ColumnType<unknown, string | null, string | null>;
  policy_starts_at: string | null;
  booking: ColumnType<unknown, string | null, string | null>;
  link: ColumnType<unknown, string | null, string | null>;
  email: string | null;
  is_confirmed: boolean;
  invitee_id: string | null;
  session_id: string | null;
  session_url: string | null;
  session_expires_at: string | null;
  charge_id: string | null;
  refunded_minor: Generated<number>;
  expires_at: string;
  paid_at: string | null;
  due_at: string | null;
  created_at: Generated<string>;
}

export interface PaymentAccount {
  workspace_id: WorkspaceId;
  provider: string;
  is_live: boolean;
  keys_sealed: Buffer;
  updated_at: Generated<string>;
}

export interface PaymentRefund {
  workspace_id: WorkspaceId;
  id: string;
  payment_id: string;
  amount_minor: number;
  reason: string;
  state: Generated<string>;
  provider_id: string | null;
  failures: Generated<number>;
  error: string | null;
  due_at: Generated<string>;
  leased_until: string | null;
  closed_at: string | null;
  created_at: Generated<string>;
}

export interface Platform {
  workspace_id: WorkspaceId;
  app_id: string;
  embed_origins: Generated<string[]>;
  created_at: Generated<string>;
}

export interface PlatformUser {
  workspace_id: WorkspaceId;
  member_id: string;
  external_id: string;
}

export interface PlatformWorkspace {
  workspace_id: WorkspaceId;
  client_id: string;
  external_id: string;
  suspended_at: string | null;
  created_at: Generated<string>;
}

export interface Poll {
  workspace_id: WorkspaceId;
  id: string;
  event_type_id: string;
  member_id: string;
  host_ids: string[];
  title: string;
  description: Generated<string>;
  duration: number;
  location: ColumnType<unknown, string | null, string | null>;
  starts: number[];
  hides_votes: Generated<boolean>;
  deadline: string | null;
  status: Generated<string>;
  chosen_start: number | null;
  event_id: string | null;
  expires_at: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface PollVote {
  workspace_id: WorkspaceId;
  id: string;
  poll_id: string;
  name: string;
  email: string;
  email_confirmed: Generated<boolean>;
  timezone: string;
  language: Generated<string>;
  answers: ColumnType<unknown, string, string>;
  invitee_id: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Preference {
  workspace_id: WorkspaceId;
  member_id: string;
  theme: Generated<string>;
  clock: Generated<string>;
  first_day_of_week: Generated<string>;
  shortcuts: Generated<boolean>;
}

export interface ProviderMessage {
  workspace_id: WorkspaceId;
  provider_id: string;
  message_hash: Buffer;
  expires_at: string;
}

export interface ProviderRequest {
  workspace_id: WorkspaceId;
  state_hash: Buffer;
  provider_id: string;
  browser_hash: Buffer;
  verifier_sealed: Buffer | null;
  nonce: string | null;
  return_path: string | null;
  is_test: Generated<boolean>;
  identity_sealed: Buffer | null;
  expires_at: string;
}

export interface ProviderSubject {
  workspace_id: WorkspaceId;
  provider_id: string;
  subject: string;
  member_id: string;
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

export interface RecoveryCode {
  workspace_id: WorkspaceId;
  member_id: string;
  code_hash: Buffer;
  used_at: string | null;
}

export interface RegisteredClient {
  client_id: string;
  kind: string;
  name: string;
  url: string | null;
  redirect_uris: string[];
  scopes: string[];
  secret_hash: Buffer | null;
  fresh_until: string | null;
  expires_at: string;
}

export interface Resource {
  workspace_id: WorkspaceId;
  id: string;
  name: string;
  kind: string;
  capacity: number | null;
  location: string | null;
  is_active: Generated<boolean>;
  deleted_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface RoutingForm {
  workspace_id: WorkspaceId;
  id: string;
  owner_member_id: string;
  name: string;
  slug: string;
  headline: string | null;
  is_active: Generated<boolean>;
  fields: ColumnType<unknown, string, string>;
  routes: ColumnType<unknown, string, string>;
  fallback: ColumnType<unknown, string, string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface RoutingSubmission {
  workspace_id: WorkspaceId;
  id: string;
  form_id: string;
  answers: ColumnType<unknown, string, string>;
  utm: ColumnType<unknown, string, string>;
  ad_attribution: ColumnType<unknown, string | null, string | null>;
  route: ColumnType<unknown, string, string>;
  created_at: string;
}

export interface SavedView {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  list: string;
  name: string;
  is_shared: boolean;
  filters: ColumnType<unknown, string, string>;
  position: number;
  created_at: Generated<string>;
  updated_at: Generated<string>;
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
  travel: ColumnType<unknown, string | undefined, string>;
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
  notes: string | null;
  max_seats: number;
  seats_taken: Generated<number>;
  is_closed: Generated<boolean>;
  sequence: Generated<number>;
  search: Generated<string>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ScimGroup {
  workspace_id: WorkspaceId;
  id: string;
  display_name: string;
  external_id: string | null;
  team_id: string | null;
  role: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ScimGroupMember {
  workspace_id: WorkspaceId;
  group_id: string;
  member_id: string;
  has_joined_team: Generated<boolean>;
}

export interface ScimSecret {
  secret_hash: Buffer;
  workspace_id: WorkspaceId;
  token_id: string;
}

export interface ScimToken {
  workspace_id: WorkspaceId;
  id: string;
  name: string;
  prefix: string;
  creator_id: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  created_at: Generated<string>;
}

export interface ScimUser {
  workspace_id: WorkspaceId;
  member_id: string;
  user_name: string | null;
  external_id: string | null;
  is_deleted: Generated<boolean>;
  has_group_role: Generated<boolean>;
}

export interface Session {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  method: Generated<string>;
  is_strong: Generated<boolean>;
  proven_at: string | null;
  user_agent: Generated<string>;
  address: Generated<string>;
  last_seen_at: Generated<string>;
  expires_at: string;
  created_at: Generated<string>;
  provider_id: string | null;
  provider_session: string | null;
}

export interface SignIn {
  email: string;
  workspace_id: WorkspaceId;
  member_id: string;
  generation: Generated<number>;
}

export interface SignInDomain {
  name: string;
  workspace_id: WorkspaceId;
  domain_id: string;
  verified_at: string;
}

export interface SignUp {
  workspace_id: WorkspaceId;
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string | null;
  language: string;
  timezone: string;
  token_sealed: Buffer;
  expires_at: string;
  confirmed_at: string | null;
}

export interface Team {
  workspace_id: WorkspaceId;
  id: string;
  title: string;
  slug: string;
  avatar: string | null;
  deleted_at: string | null;
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

export interface Throttle {
  key_hash: Buffer;
  count: number;
  ends_at: string;
}

export interface Totp {
  workspace_id: WorkspaceId;
  member_id: string;
  secret_sealed: Buffer;
  confirmed_at: string | null;
  last_step: Generated<number>;
}

export interface WaitlistEntry {
  workspace_id: WorkspaceId;
  id: string;
  event_id: string;
  status: Generated<string>;
  booking: ColumnType<unknown, string, string>;
  answers: ColumnType<unknown, string | undefined, string>;
  email: string;
  email_confirmed: Generated<boolean>;
  seats: number;
  link_id: string | null;
  price: string | null;
  invitee_id: string | null;
  joined_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface Webhook {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  name: string | null;
  description: string | null;
  callback_url: string;
  scope: string;
  events: string[];
  filter: ColumnType<unknown, string | null, string | null>;
  header_names: Generated<string[]>;
  headers_sealed: Buffer | null;
  token_sealed: Buffer | null;
  secret_sealed: Buffer;
  old_secret_sealed: Buffer | null;
  old_secret_until: string | null;
  failures: Generated<number>;
  failing_since: string | null;
  warned_hours: Generated<number>;
  paused_until: string | null;
  disabled_at: string | null;
  disabled_reason: string | null;
  passed_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface WebhookAttempt {
  workspace_id: WorkspaceId;
  delivery_id: string;
  attempt: number;
  started_at: string;
  connect_ms: number | null;
  first_byte_ms: number | null;
  total_ms: number;
  status_code: number | null;
  error: string | null;
  response: string | null;
}

export interface WebhookCatcher {
  workspace_id: WorkspaceId;
  id: string;
  member_id: string;
  created_at: Generated<string>;
  expires_at: string;
}

export interface WebhookDelivery {
  workspace_id: WorkspaceId;
  id: string;
  webhook_id: string;
  event_id: string;
  ordering_key: string;
  seq: number;
  status: Generated<string>;
  attempt: Generated<number>;
  failures: Generated<number>;
  due_at: Generated<string>;
  created_at: Generated<string>;
  finished_at: string | null;
}

export interface WebhookEvent {
  workspace_id: WorkspaceId;
  id: string;
  name: string;
  payload: string;
  told_at: Generated<string>;
}

export interface Workflow {
  workspace_id: WorkspaceId;
  id: string;
  name: string;
  standard: string | null;
  is_active: boolean;
  version: Generated<number>;
  trigger: ColumnType<unknown, string, string>;
  conditions: ColumnType<unknown, string | undefined, string>;
  steps: ColumnType<unknown, string, string>;
  headers_sealed: Buffer | null;
  secret_sealed: Buffer | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface WorkflowRun {
  workspace_id: WorkspaceId;
  id: Generated<string>;
  workflow_id: string;
  key: string;
  version: number;
  status: Generated<string>;
  due_at: string;
  event_id: string | null;
  invitee_id: string | null;
  minutes: number | null;
  object_slug: string | null;
  record_id: string | null;
  submission: ColumnType<unknown, string | null, string | null>;
  depth: Generated<number>;
  attempts: Generated<number>;
  reason: string | null;
  created_at: Generated<string>;
  finished_at: string | null;
}

export interface WorkflowStep {
  workspace_id: WorkspaceId;
  run_id: string;
  position: number;
  id: Generated<string>;
  kind: string;
  status: string;
  detail: string;
  request_sealed: Buffer | null;
  attempts: Generated<number>;
  due_at: string | null;
  finished_at: string | null;
}

export interface WorkflowVersion {
  workspace_id: WorkspaceId;
  workflow_id: string;
  version: number;
  definition: ColumnType<unknown, string, string>;
  member_id: string | null;
  created_at: Generated<string>;
}

export interface Workspace {
  workspace_id: WorkspaceId;
  name: string;
  timezone: string;
  logo: string | null;
  brand_color: string | null;
  crm_enabled: Generated<boolean>;
  embed_origins: string[] | null;
  require_second_factor: Generated<boolean>;
  require_calendar_answer: Generated<boolean>;
  blocked_addresses: Generated<string[]>;
  conferencing: ColumnType<unknown, string | undefined, string>;
  conferencing_sealed: Buffer | null;
  audit_days: Generated<number>;
  mail_days: Generated<number>;
  delivery_days: Generated<number>;
  invitee_days: number | null;
  plan: Generated<string>;
  plan_active: Generated<boolean>;
  plan_reported_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  allow_unapproved_apps: Generated<boolean>;
  moved_to: string | null;
  departing_bookings: Generated<string>;
  hides_brand: Generated<boolean>;
  frozen_at: string | null;
}

export interface WorkspaceMove {
  workspace_id: WorkspaceId;
  cell: string;
  state: string;
  changed_at: Generated<string>;
}

export interface DB {
  absence: Absence;
  account_link: AccountLink;
  address_confirmation: AddressConfirmation;
  agent: Agent;
  api_token: ApiToken;
  app: App;
  app_approval: AppApproval;
  app_grant: AppGrant;
  audit_entry: AuditEntry;
  availability_change: AvailabilityChange;
  booking_request: BookingRequest;
  calendar: Calendar;
  calendar_authorization: CalendarAuthorization;
  calendar_busy: CalendarBusy;
  calendar_channel: CalendarChannel;
  calendar_connection: CalendarConnection;
  calendar_copy: CalendarCopy;
  calendar_entry: CalendarEntry;
  calendar_feed: CalendarFeed;
  calendar_feed_token: CalendarFeedToken;
  call_address: CallAddress;
  call_attempt: CallAttempt;
  call_line: CallLine;
  call_recording: CallRecording;
  catcher_token: CatcherToken;
  caught_request: CaughtRequest;
  certificate: Certificate;
  certificate_account: CertificateAccount;
  certificate_challenge: CertificateChallenge;
  conference: Conference;
  counter: Counter;
  credential: Credential;
  crm_attribute: CrmAttribute;
  crm_change: CrmChange;
  crm_count: CrmCount;
  crm_deleted_record: CrmDeletedRecord;
  crm_different: CrmDifferent;
  crm_feed: CrmFeed;
  crm_feed_state: CrmFeedState;
  crm_import: CrmImport;
  crm_import_batch: CrmImportBatch;
  crm_import_chunk: CrmImportChunk;
  crm_import_error: CrmImportError;
  crm_import_key: CrmImportKey;
  crm_link: CrmLink;
  crm_meeting: CrmMeeting;
  crm_merge: CrmMerge;
  crm_note: CrmNote;
  crm_object: CrmObject;
  crm_option: CrmOption;
  crm_pick: CrmPick;
  crm_recency: CrmRecency;
  crm_record: CrmRecord;
  crm_relation: CrmRelation;
  crm_task: CrmTask;
  crm_task_record: CrmTaskRecord;
  crm_unique: CrmUnique;
  crm_view: CrmView;
  demo: Demo;
  dialled_number: DialledNumber;
  do_not_call: DoNotCall;
  domain: Domain;
  domain_key: DomainKey;
  event_host: EventHost;
  event_resource: EventResource;
  event_type: EventType;
  event_type_host: EventTypeHost;
  favorite: Favorite;
  file: File;
  file_chunk: FileChunk;
  file_content: FileContent;
  file_removal: FileRemoval;
  file_usage: FileUsage;
  first_step: FirstStep;
  form_slug: FormSlug;
  grant_secret: GrantSecret;
  hold: Hold;
  holiday: Holiday;
  holiday_setting: HolidaySetting;
  idempotency: Idempotency;
  identity_provider: IdentityProvider;
  image: Image;
  image_address: ImageAddress;
  import_mapping: ImportMapping;
  installation: Installation;
  invitation: Invitation;
  invitee: Invitee;
  invitee_key: InviteeKey;
  known_device: KnownDevice;
  link: Link;
  link_token: LinkToken;
  live_change: LiveChange;
  mail_message: MailMessage;
  mail_refusal: MailRefusal;
  member: Member;
  migration: Migration;
  name_reservation: NameReservation;
  note: Note;
  notification: Notification;
  notification_setting: NotificationSetting;
  oidc_request: OidcRequest;
  oidc_subject: OidcSubject;
  outbound_call: OutboundCall;
  outbox: Outbox;
  owner_slug: OwnerSlug;
  page_domain: PageDomain;
  page_preview: PagePreview;
  passkey: Passkey;
  passkey_challenge: PasskeyChallenge;
  passkey_owner: PasskeyOwner;
  password_reset: PasswordReset;
  payment: Payment;
  payment_account: PaymentAccount;
  payment_refund: PaymentRefund;
  platform: Platform;
  platform_user: PlatformUser;
  platform_workspace: PlatformWorkspace;
  poll: Poll;
  poll_vote: PollVote;
  preference: Preference;
  provider_message: ProviderMessage;
  provider_request: ProviderRequest;
  provider_subject: ProviderSubject;
  question: Question;
  recovery_code: RecoveryCode;
  registered_client: RegisteredClient;
  resource: Resource;
  routing_form: RoutingForm;
  routing_submission: RoutingSubmission;
  saved_view: SavedView;
  schedule: Schedule;
  scheduled_event: ScheduledEvent;
  scim_group: ScimGroup;
  scim_group_member: ScimGroupMember;
  scim_secret: ScimSecret;
  scim_token: ScimToken;
  scim_user: ScimUser;
  session: Session;
  sign_in: SignIn;
  sign_in_domain: SignInDomain;
  sign_up: SignUp;
  team: Team;
  team_membership: TeamMembership;
  throttle: Throttle;
  totp: Totp;
  waitlist_entry: WaitlistEntry;
  webhook: Webhook;
  webhook_attempt: WebhookAttempt;
  webhook_catcher: WebhookCatcher;
  webhook_delivery: WebhookDelivery;
  webhook_event: WebhookEvent;
  workflow: Workflow;
  workflow_run: WorkflowRun;
  workflow_step: WorkflowStep;
  workflow_version: WorkflowVersion;
  workspace: Workspace;
  workspace_move: WorkspaceMove;
}

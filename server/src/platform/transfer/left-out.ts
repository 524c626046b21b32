/**
 * What an export of a workspace leaves out, and why. Every other table with a `workspace_id` is exported, and every table
 * stands here or has one: a test reads the catalogue.
 */
const ofInstallation = 'It belongs to the installation, not to a workspace.';
const ofPlatform = 'The operator of each installation decides which platforms it has.';
const ofMinutes = 'It is over within minutes or days, and of no use elsewhere.';
const sentHere = 'It is a log of sent messages; pending ones would be sent twice.';
const importedHere = 'An import can be resumed or undone only where it was made.';

export const leftOut: Readonly<Record<string, string>> = {
  call_line: ofInstallation,
  installation: ofInstallation,
  migration: ofInstallation,
  mail_refusal: ofInstallation,
  oidc_request: ofInstallation,
  passkey_challenge: ofInstallation,
  throttle: ofInstallation,
  certificate: ofInstallation,
  certificate_account: ofInstallation,
  certificate_challenge: ofInstallation,
  registered_client: ofInstallation,
  platform: ofPlatform,
  platform_workspace: ofPlatform,
  platform_user: ofPlatform,
  session: 'Everyone must sign in again.',
  app_grant: 'Apps know the URL of this installation; they must be connected again.',
  grant_secret: 'Apps must be connected again.',
  recovery_code: 'Codes are hashed with the installation’s key; everyone must create new ones.',
  address_confirmation: ofMinutes,
  availability_change: ofMinutes,
  calendar_authorization: ofMinutes,
  call_recording: 'Recordings expire, and stay where it was said that they are made.',
  catcher_token: ofMinutes,
  caught_request: ofMinutes,
  dialled_number: ofMinutes,
  idempotency: ofMinutes,
  live_change: ofMinutes,
  name_reservation: ofMinutes,
  page_preview: ofMinutes,
  password_reset: ofMinutes,
  provider_request: ofMinutes,
  sign_up: ofMinutes,
  webhook_catcher: ofMinutes,
  calendar_channel: 'Providers send changes to the URL of this installation; channels are created again.',
  mail_message: sentHere,
  outbox: sentHere,
  webhook_attempt: sentHere,
  webhook_delivery: sentHere,
  webhook_event: sentHere,
  workflow_step: sentHere,
  file_removal: ofInstallation,
  workspace_move: ofInstallation,
  crm_import: importedHere,
  crm_import_batch: importedHere,
  crm_import_chunk: importedHere,
  crm_import_error: importedHere,
  crm_import_key: importedHere,
};

/** Requests that wait for a host, and the holds that keep their time. All other holds are over within minutes. */
const isOpen = (request: string) => `${request}.status = 'open' and ${request}.expires_at > now()`;
const isOfOpenRequest = (id: string) =>
  `exists (select from booking_request r where r.workspace_id = t.workspace_id and r.id = ${id} and ${isOpen('r')})`;

/** Rows that go with what is left out stay; `t` is the table. */
export const exportedWhere: Readonly<Record<string, string>> = {
  account_link: 't.invitation_id is not null',
  credential: 't.token_id is not null',
  booking_request: isOpen('t'),
  hold: isOfOpenRequest('t.id'),
  event_host: `t.hold_id is null or ${isOfOpenRequest('t.hold_id')}`,
  file: 'exists (select from file_content c where c.workspace_id = t.workspace_id and c.id = t.id and c.expires_at is null)',
  file_chunk:
    'exists (select from file_content c where c.workspace_id = t.workspace_id and c.id = t.content_id and c.expires_at is null)',
  file_content: 't.expires_at is null',
  event_resource: `t.hold_id is null or ${isOfOpenRequest('t.hold_id')}`,
};

/** Triggers write these when other rows are inserted, so they come last, and replace what was written. */
export const writtenByTriggers: readonly string[] = ['crm_recency', 'file_usage', 'audit_entry'];

/** Columns that hold a file. */
export const fileColumns: Readonly<Record<string, string>> = { file_chunk: 'bytes', image: 'bytes' };

/** Jobs at a set time that nothing would schedule again: reminders of before there were workflows, and the end of requests. All others are found by looking, or are of the moment. */
export const exportedJobs: readonly string[] = ['mail.remind', 'booking-requests.expire'];

/** Rows of minutes by the number of their transaction, which means nothing to another PostgreSQL. No backup holds them. */
export const transient: readonly string[] = ['availability_change', 'live_change'];

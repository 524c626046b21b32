import { auditActions } from '@daybook/contract/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../test/databases.ts';
import { executeSql } from '../../test/postgres.ts';
import { openPool, type Connection, type Pool } from '../platform/db/connect.ts';

/** Tables whose changes leave no entry, and why. */
const unaudited: Record<string, string> = {
  account_link: 'the secret of an invitation, a reset or a sign-up',
  address_confirmation: 'a visitor who proves an address, for some minutes',
  audit_entry: 'the log itself',
  availability_change: 'which transactions changed what a page is loaded from, for some minutes',
  booking_request: 'bookings have a state and a timeline of their own',
  poll_vote: 'what visitors said, which their poll shows',
  waitlist_entry: 'bookings have a state and a timeline of their own',
  calendar_authorization: 'nothing changes until the user comes back',
  calendar_busy: 'what a calendar elsewhere has',
  calendar_channel: 'by which a provider reports changes',
  calendar_copy: 'bookings have a state and a timeline of their own',
  calendar_entry: 'what a calendar elsewhere has',
  calendar_feed_token: 'the secret of a feed',
  call_address: 'goes with its call',
  call_line: 'the state of the trunk',
  call_attempt: 'work of an agent, not of people',
  call_recording: 'work of an agent, not of people',
  catcher_token: 'the secret of a catcher',
  caught_request: 'what a developer sent to themselves, for a day',
  conference: 'follows from a booking',
  counter: 'counts',
  credential: 'the secret of a token or session',
  crm_change: 'the history of records',
  crm_count: 'counts',
  crm_deleted_record: 'records have a history of their own',
  crm_different: 'which suggestions are left out',
  crm_feed: 'the history of records',
  crm_feed_state: 'the history of records',
  crm_import: 'records have a history of their own',
  crm_import_batch: 'records have a history of their own',
  crm_import_chunk: 'records have a history of their own',
  crm_import_error: 'records have a history of their own',
  crm_import_key: 'records have a history of their own',
  crm_link: 'records have a history of their own',
  crm_meeting: 'records have a history of their own',
  crm_merge: 'records have a history of their own',
  crm_note: 'records have a history of their own',
  crm_pick: 'records have a history of their own',
  crm_recency: 'records have a history of their own',
  crm_record: 'records have a history of their own',
  crm_relation: 'goes with its two attributes',
  crm_task_record: 'goes with its task',
  crm_unique: 'records have a history of their own',
  crm_view: 'how lists look, not what is in them',
  demo: 'how far the demo company is filled in; emptying it leaves an entry of its own',
  dialled_number: 'counts, for a day',
  event_host: 'bookings have a state and a timeline of their own',
  event_resource: 'bookings have a state and a timeline of their own',
  favorite: 'how the dashboard looks to one user',
  file_chunk: 'goes with its file',
  file_content: 'goes with its file',
  file_removal: 'follows from a deleted file',
  file_usage: 'counts',
  first_step: 'how the dashboard looks to one user',
  form_slug: 'the address of a form',
  grant_secret: 'codes and tokens of a connection, which is audited',
  holiday: 'follows from the setting',
  hold: 'a visitor who is filling in a form',
  idempotency: 'answers that may be repeated for a day',
  image: 'the row of its owner says so',
  image_address: 'the address of an image',
  installation: 'no workspace',
  invitee: 'bookings have a state and a timeline of their own',
  invitee_key: 'goes with its invitee',
  known_device: 'follows from a session; a new one is mailed to its user',
  link_token: 'the secret of a link',
  live_change: 'what was changed, for some minutes',
  mail_message: 'the log of mails',
  payment: 'bookings have a state and a timeline of their own',
  mail_refusal: 'somebody who wants no more mail, as a hash',
  migration: 'no workspace',
  import_mapping: 'what an import has brought already, so that it is found again',
  note: 'notes name who wrote and changed them',
  notification: 'follows from a note',
  notification_setting: 'what one user is emailed',
  oidc_request: 'no workspace',
  oidc_subject: 'follows from a session',
  outbound_call: 'calls have a state of their own, and name who queued them',
  name_reservation: 'that a transaction with names is under way',
  workspace_move: 'in which cell the workspace is',
  outbox: 'what follows from a change',
  owner_slug: 'the address of a user or team',
  provider_message: 'messages that were accepted, for some minutes',
  provider_request: 'a sign-in that is under way',
  provider_subject: 'follows from a session',
  page_domain: 'follows from its domain',
  certificate: 'of the installation',
  certificate_account: 'of the installation',
  certificate_challenge: 'of the installation',
  sign_in_domain: 'follows from its domain',
  page_preview: 'changes that are not saved, for some minutes',
  passkey_challenge: 'no workspace',
  passkey_owner: 'goes with its passkey',
  password_reset: 'the new password is a change of the user',
  preference: 'how the dashboard looks to one user',
  saved_view: 'how lists look, not what is in them',
  registered_client: 'no workspace',
  routing_submission: 'what visitors answered',
  scheduled_event: 'bookings have a state and a timeline of their own',
  platform_user: 'what the platform calls a user',
  scim_group_member: 'groups of the directory; teams and roles that they give are recorded',
  scim_secret: 'the secret of a SCIM token',
  scim_user: 'what the directory calls a user',
  sign_in: 'the address of a user',
  sign_up: 'a workspace that nobody has entered yet',
  throttle: 'no workspace',
  webhook_attempt: 'the log of deliveries',
  webhook_catcher: 'for a day, and whatever delivers to it is recorded',
  webhook_delivery: 'the log of deliveries',
  webhook_event: 'the log of deliveries',
  workflow_run: 'the log of a workflow',
  workflow_step: 'the log of a workflow',
  workflow_version: 'the change of the workflow says so',
};

let connection: Connection;
let pool: Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ connection, drop } = await cloneDatabase());
  pool = openPool(connection, 2);
});

afterAll(async () => {
  await pool.end();
  await drop();
});

/** Tables with the nouns of their triggers, none for those without. */
async function auditedTables(): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ name: string; nouns: string[] }>(
    `select c.relname::text as name,
       array_agg(split_part(encode(t.tgargs, 'escape'), '\\000', 1)) filter (where t.oid is not null) as nouns
     from pg_class c
     left join pg_trigger t on t.tgrelid = c.oid and t.tgfoid in ('audit'::regproc, 'audit_recovery_codes'::regproc)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     group by c.relname`,
  );
  return new Map(rows.map(({ name, nouns }) => [name, nouns ?? []]));
}

const undecided = async () =>
  [...(await auditedTables())]
    .filter(([name, nouns]) => nouns.length === 0 && unaudited[name] === undefined)
    .map(([name]) => name);

test('every table is audited (call audit_table), or is listed here with the reason why not', async () => {
  expect(await undecided()).toEqual([]);
  const tables = await auditedTables();
  expect(Object.keys(unaudited).filter((name) => tables.get(name)?.length !== 0)).toEqual([]);
});

test('the check bites: a new table is neither', async () => {
  await executeSql(connection, 'create table secret_settings (workspace_id uuid)');
  expect(await undecided()).toEqual(['secret_settings']);
});

test('the contract lists every action that a trigger can write', async () => {
  const nouns = [...(await auditedTables()).values()].flat().map((noun) => noun || 'recovery_codes');
  const missing = nouns.filter((noun) => !auditActions.includes(`${noun}.created`));
  expect(missing).toEqual([]);
});

test('a column that holds bytes of a secret says so by its name, which keeps it out of the log', async () => {
  const audited = [...(await auditedTables())].filter(([, nouns]) => nouns.length > 0).map(([name]) => name);
  const { rows } = await pool.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
     where table_name = any ($1) and data_type = 'bytea' and column_name !~ '_(hash|sealed)$'
       and table_name || '.' || column_name <> 'passkey.public_key'`,
    [audited],
  );
  expect(rows).toEqual([]);
});

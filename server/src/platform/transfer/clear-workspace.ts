import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import { jobSchema, orderTables, tablesQuery, type Table } from './tables.ts';

/** Users who can sign in, and the user who clears the workspace: `t` is the table. */
const accounts = `select m.id from member m where m.workspace_id = t.workspace_id and (
  m.id = current_setting('daybook.clearing', true) or m.password_hash is not null
  or m.kind = 'service' or exists (select from passkey p where p.workspace_id = m.workspace_id and p.member_id = m.id)
  or exists (select from oidc_subject o where o.workspace_id = m.workspace_id and o.member_id = m.id)
  or exists (select from provider_subject o where o.workspace_id = m.workspace_id and o.member_id = m.id))`;

const ofAccounts = `t.member_id in (${accounts})`;
const ownsPicture = (owner: string) => `${owner} in (${accounts}) or ${owner} = t.workspace_id::text
  or exists (select from app a where a.workspace_id = t.workspace_id and a.id::text = ${owner})`;

/** Rows that stay when a workspace is emptied, by table: all of them, or those for which this is true. All other tables are emptied. */
const kept: Readonly<Record<string, string>> = {
  workspace: 'true',
  member: `t.id in (${accounts})`,
  sign_in: ofAccounts,
  // Of a team, the slug goes.
  owner_slug: ofAccounts,
  api_token: ofAccounts,
  app: 'true',
  app_approval: 'true',
  domain: 'true',
  domain_key: 'true',
  page_domain: 'true',
  sign_in_domain: 'true',
  app_grant: ofAccounts,
  grant_secret: 'true',
  session: ofAccounts,
  // Go with tokens, sessions and passkeys.
  credential: 'true',
  passkey_owner: 'true',
  passkey: ofAccounts,
  totp: ofAccounts,
  recovery_code: ofAccounts,
  known_device: ofAccounts,
  oidc_subject: ofAccounts,
  identity_provider: 'true',
  provider_subject: ofAccounts,
  provider_request: 'true',
  provider_message: 'true',
  preference: ofAccounts,
  notification_setting: ofAccounts,
  password_reset: ofAccounts,
  account_link: 'true',
  invitation: 'true',
  image: ownsPicture('t.owner_id'),
  image_address: `exists (select from image i where i.workspace_id = t.workspace_id and i.name = t.name
    and (${ownsPicture('i.owner_id')}))`,
  // Connections to other services, which nobody wants to set up twice.
  calendar_authorization: 'true',
  calendar_connection: ofAccounts,
  calendar: 'true',
  calendar_busy: 'true',
  calendar_channel: 'true',
  calendar_entry: 'true',
  payment_account: 'true',
  platform: 'true',
  platform_workspace: 'true',
  platform_user: ofAccounts,
  scim_token: 'true',
  scim_secret: 'true',
  scim_user: ofAccounts,
  scim_group: 'true',
  scim_group_member: ofAccounts,
  // Seeding is nobody's deed.
  audit_entry: `t.actor_kind <> 'system'`,
  counter: 'true',
  idempotency: 'true',
  // Files that are still to be deleted from a bucket.
  file_removal: 'true',
  // Other processes learn from them that everything has changed.
  live_change: 'true',
  availability_change: 'true',
};

/**
 * Deletes everything of a workspace except its users who can sign in, and what belongs to them. Rows that others refer to are locked
 * first: a booking that is being made is waited for, and one that comes later finds its page gone.
 */
export async function clearWorkspace(ctx: Ctx): Promise<void> {
  const { rows } = await sql.raw<Parameters<typeof orderTables>[0][number]>(tablesQuery).execute(ctx.db);
  const tables = orderTables(rows).filter(isOfWorkspaces);
  await sql`select set_config('daybook.clearing', ${ctx.actor.memberId}, true),
    set_config('daybook.may_change_audit', 'on', true)`.execute(ctx.db);
  const where = sql`t.workspace_id = ${ctx.workspaceId}`;
  for (const table of tables) {
    if (kept[table.name] !== 'true')
      await sql`select from ${sql.raw(table.sql)} t where ${where} for update`.execute(ctx.db);
  }
  for (const table of tables.toReversed()) {
    const condition = kept[table.name];
    if (condition === 'true') continue;
    const others = condition === undefined ? sql`` : sql` and (${sql.raw(condition)}) is not true`;
    await sql`delete from ${sql.raw(table.sql)} t where ${where}${others}`.execute(ctx.db);
  }
  // Triggers have recorded each row; the caller records that all were deleted.
  await sql`delete from audit_entry t where ${where} and t.tx = pg_current_xact_id()::text::bigint`.execute(
    ctx.db,
  );
  await sql`select set_config('daybook.may_change_audit', '', true)`.execute(ctx.db);
}

const isOfWorkspaces = ({ schema, columns }: Table): boolean =>
  schema !== jobSchema && columns.some(({ name }) => name === 'workspace_id');

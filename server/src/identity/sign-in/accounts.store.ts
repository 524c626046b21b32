import { sql } from 'kysely';
import { read, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

/** A user who may sign in, with what sign-in needs of the workspace. */
export interface AccountRow {
  readonly workspace_id: WorkspaceId;
  readonly workspace: string;
  readonly requires_factor: boolean;
  /** The password is of no use: the user signs in at the workspace's identity provider. */
  readonly requires_provider: boolean;
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  /** Of the steps of a sign-in: those of an earlier one are void. */
  readonly generation: number;
  /** The user has signed in on this device before. */
  readonly is_known_device: boolean;
  /** False of a workspace that has moved to another cell, of which this one still has rows. */
  readonly is_here: boolean;
}

/** Of one address. */
const maxWorkspaces = 20;

/** Whether users of this domain sign in at an identity provider alone. Says nothing about the account. */
export async function isEnforcedDomain(database: Database, email: string): Promise<boolean> {
  return read(database, '*', async (db) => {
    const { rows } = await sql`select from domain d
      join identity_provider p on p.workspace_id = d.workspace_id and p.id = d.provider_id
      where d.name = ${email.slice(email.lastIndexOf('@') + 1)} and d.purpose = 'sign_in' and d.state <> 'pending'
        and p.is_enabled and p.is_enforced limit 1`.execute(db);
    return rows.length > 0;
  });
}

/** Active users with this address, oldest first. Who signs in names no workspace, so all are searched. */
export async function findAccounts(
  database: Database,
  email: string,
  deviceHash: Buffer | null = null,
): Promise<AccountRow[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<AccountRow>`
      select m.workspace_id, w.name as workspace, w.require_second_factor as requires_factor, m.id, m.email,
        requires_provider(m.workspace_id, m.id) as requires_provider,
        m.password_hash, s.generation, exists (select from known_device d where d.workspace_id = m.workspace_id
          and d.member_id = m.id and d.device_hash = ${deviceHash}::bytea) as is_known_device,
        w.moved_to is null as is_here
      from sign_in s
      join member m on m.workspace_id = s.workspace_id and m.id = s.member_id
      join workspace w on w.workspace_id = m.workspace_id
      where s.email = ${email} and m.is_active
      order by m.created_at limit ${maxWorkspaces}`.execute(db);
    return rows;
  });
}

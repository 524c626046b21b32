import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { read, transact, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

/** A user who may sign in, with what sign-in needs of the workspace. */
export interface AccountRow {
  readonly workspace_id: WorkspaceId;
  readonly workspace: string;
  readonly requires_factor: boolean;
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  /** Of the steps of a sign-in: those of an earlier one are void. */
  readonly generation: number;
  /** The user has signed in on this device before. */
  readonly is_known_device: boolean;
}

/** Of one address. */
const mostWorkspaces = 20;

/** Active users with this address, oldest first. Who signs in names no workspace, so all are searched. */
export async function findAccounts(
  database: Database,
  email: string,
  deviceHash: Buffer | null = null,
): Promise<AccountRow[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<AccountRow>`
      select m.workspace_id, w.name as workspace, w.require_second_factor as requires_factor, m.id, m.email,
        m.password_hash, s.generation, exists (select from known_device d where d.workspace_id = m.workspace_id
          and d.member_id = m.id and d.device_hash = ${deviceHash}::bytea) as is_known_device
      from sign_in s
      join member m on m.workspace_id = s.workspace_id and m.id = s.member_id
      join workspace w on w.workspace_id = m.workspace_id
      where s.email = ${email} and m.is_active
      order by m.created_at limit ${mostWorkspaces}`.execute(db);
    return rows;
  });
}

/** False when the generation is over already. */
export async function endGeneration(ctx: Ctx, { id, generation }: AccountRow): Promise<boolean> {
  const { rows } = await sql`
    update sign_in set generation = generation + 1 where workspace_id = ${ctx.workspaceId} and member_id = ${id}
      and generation = ${generation} returning member_id`.execute(ctx.db);
  return rows.length > 0;
}

/** A sign-in that is under way has to start again. */
export async function closeSignInSteps(ctx: Ctx, { memberId }: { readonly memberId: string }): Promise<void> {
  await sql`update sign_in set generation = generation + 1
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}`.execute(ctx.db);
}

/**
 * Records in the audit log of each account that somebody was not let in. It takes the same time with and without accounts:
 * it is one statement, and its commit waits for no disk.
 */
export async function recordRefusal(
  database: Database,
  accounts: readonly AccountRow[],
  { address, step }: { readonly address: string; readonly step: 'password' | 'second_factor' },
): Promise<void> {
  const workspaces = accounts.map(({ workspace_id }) => workspace_id);
  const members = accounts.map(({ id }) => id);
  await transact(database, '*', (db) =>
    sql`with hurried as (select set_config('synchronous_commit', 'off', true))
        insert into audit_entry (workspace_id, action, object_type, object_id, actor_kind, address, after)
        select x.workspace, 'session.refused', 'user', x.member, 'visitor', ${address.slice(0, 64)},
          jsonb_build_object('step', ${step}::text)
        from hurried, unnest(${workspaces}::uuid[], ${members}::text[]) as x (workspace, member)`.execute(db),
  );
}

import { sql } from 'kysely';
import type { Role } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { read, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

interface PlatformUserName {
  readonly workspace: string;
  readonly user: string;
  /** Both are named by IDs of the platform. */
  readonly isExternal: boolean;
}

interface PlatformUserPlace {
  readonly workspace_id: WorkspaceId;
  readonly member_id: string | null;
}

/** A workspace of the platform, and the user in it if there is one. */
export function findPlatformUser(
  database: Database,
  clientId: string,
  { workspace, user, isExternal }: PlatformUserName,
): Promise<PlatformUserPlace | undefined> {
  return read(database, '*', async (db) => {
    const [workspaceName, userName] = isExternal
      ? [sql`w.external_id`, sql`u.external_id`]
      : [sql`w.workspace_id::text`, sql`u.member_id`];
    const { rows } = await sql<PlatformUserPlace>`
      select w.workspace_id, u.member_id from platform_workspace w
      left join platform_user u on u.workspace_id = w.workspace_id and ${userName} = ${user}
      where w.client_id = ${clientId} and ${workspaceName} = ${workspace}`.execute(db);
    return rows[0];
  });
}

/**
 * An active user of the platform. A transaction that deactivates the user or suspends the workspace waits for this one, and ends what
 * it creates.
 */
export async function lockPlatformUser(
  ctx: Ctx,
  memberId: string,
): Promise<{ role: Role; is_suspended: boolean } | undefined> {
  const { rows } = await sql<{ role: Role; is_suspended: boolean }>`
    select m.role, w.suspended_at is not null as is_suspended from platform_workspace w
    join platform_user u on u.workspace_id = w.workspace_id
    join member m on m.workspace_id = u.workspace_id and m.id = u.member_id
    where w.workspace_id = ${ctx.workspaceId} and u.member_id = ${memberId} and m.is_active
    for share of w for no key update of m`.execute(ctx.db);
  return rows[0];
}

/** Ends everything by which its platform acts in the workspace. */
export async function deleteExchangedGrants(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom('app_grant')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('is_exchanged', '=', true)
    .execute();
}

import { sql, type Insertable, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { AddressConfirmation } from '../../platform/db/schema.gen.ts';
import { transact, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

export type ConfirmationRow = Selectable<AddressConfirmation>;

/** Expired ones go with each new one. */
export async function insertConfirmation(
  { db, workspaceId, now }: Ctx,
  row: Omit<Insertable<AddressConfirmation>, 'workspace_id'>,
): Promise<void> {
  await db
    .with('expired', (on) =>
      on
        .deleteFrom('address_confirmation')
        .where('workspace_id', '=', workspaceId)
        .where('expires_at', '<', now.toISOString()),
    )
    .insertInto('address_confirmation')
    .values({ ...row, workspace_id: workspaceId })
    .execute();
}

/** Counts a code that is tried, in a transaction of its own: what is refused is rolled back, and must count. */
export async function addTry(
  database: Database,
  workspaceId: WorkspaceId,
  id: string,
  codeHash: Buffer,
  most: number,
): Promise<void> {
  await transact(database, workspaceId, (db) =>
    sql`update address_confirmation set tries = tries + 1, last_code_hash = ${codeHash}
      where workspace_id = ${workspaceId} and id = ${id} and tries < ${most}
        and last_code_hash is distinct from ${codeHash}`.execute(db),
  );
}

export function findConfirmation({ db, workspaceId }: Ctx, id: string): Promise<ConfirmationRow | undefined> {
  return db
    .selectFrom('address_confirmation')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
}

/** Whether it was still there: of two requests with the same code, one has it. */
export async function deleteConfirmation({ db, workspaceId }: Ctx, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('address_confirmation')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Whether somebody with this address has confirmed it before, or has come to an event. */
export async function isKnownAddress({ db, workspaceId, now }: Ctx, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    where i.workspace_id = ${workspaceId} and lower(i.email) = ${email.toLowerCase()}
      and (i.email_confirmed or i.cancelled_at is null and not i.no_show and e.ends_at < ${now.toISOString()})
    limit 1`.execute(db);
  return rows.length > 0;
}

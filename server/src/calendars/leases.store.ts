import type { Ctx } from '../platform/context.ts';

/** Who reads the calendars of a connection. */

export interface Lease {
  readonly id: string;
  readonly until: Date;
}

/** False when somebody else has it, and for a user who is deactivated, whose calendars nobody reads. */
export async function insertLease(ctx: Ctx, connectionId: string, { id, until }: Lease): Promise<boolean> {
  const taken = await ctx.db
    .updateTable('calendar_connection')
    .set({ lease_id: id, leased_until: until.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', connectionId)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', ctx.now.toISOString())]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('member as m')
          .whereRef('m.workspace_id', '=', 'calendar_connection.workspace_id')
          .whereRef('m.id', '=', 'calendar_connection.member_id')
          .where('m.is_active', '=', true)
          .select('m.id'),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function extendLease(ctx: Ctx, connectionId: string, { id, until }: Lease): Promise<void> {
  await ctx.db
    .updateTable('calendar_connection')
    .set({ leased_until: until.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', connectionId)
    .where('lease_id', '=', id)
    .execute();
}

/** Nobody takes the lease until the transaction ends. False when it is another's by now. */
export async function lockLease(ctx: Ctx, connectionId: string, leaseId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('calendar_connection')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', connectionId)
    .where('lease_id', '=', leaseId)
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** A sync that runs now began with what no longer holds: it stops, and another one starts. */
export async function revokeLease(ctx: Ctx, connectionId: string): Promise<void> {
  await ctx.db
    .updateTable('calendar_connection')
    .set({ lease_id: null, leased_until: null, next_sync_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', connectionId)
    .execute();
}

import type { Insertable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { CalendarConnection } from '../platform/db/schema.gen.ts';

/** By which account a user is connected, and access to it, which Google and Microsoft let end again and again. */

/** What the connection was stored with, for the process that renews it; undefined while another one does. */
export async function leaseRefresh(ctx: Ctx, id: string, until: Date): Promise<Buffer | undefined> {
  const leased = await ctx.db
    .updateTable('calendar_connection')
    .set({ refreshing_until: until.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<', ctx.now.toISOString())]),
    )
    .returning('secret_sealed')
    .executeTakeFirst();
  return leased?.secret_sealed;
}

/** Ends the lease. */
export async function saveRefreshed(ctx: Ctx, id: string, sealed: Buffer): Promise<void> {
  await ctx.db
    .updateTable('calendar_connection')
    .set({ secret_sealed: sealed, refreshing_until: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** The connection of an account, by any of its keys, if the user has it already. */
export function lockAccount(
  ctx: Ctx,
  account: {
    readonly memberId: string;
    readonly provider: string;
    readonly accountKeys: readonly string[];
  },
) {
  return ctx.db
    .selectFrom('calendar_connection')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', account.memberId)
    .where('provider', '=', account.provider)
    .where('account_key', 'in', account.accountKeys)
    .select(['id', 'secret_sealed', 'state'])
    .orderBy('created_at')
    .forUpdate()
    .executeTakeFirst();
}

/** New access to an account: whatever was wrong with it is forgotten, and what reads it with the old one stops. */
export async function restoreAccess(
  ctx: Ctx,
  id: string,
  access: Pick<Insertable<CalendarConnection>, 'account' | 'secret_sealed' | 'scopes'>,
): Promise<void> {
  await ctx.db
    .updateTable('calendar_connection')
    .set({
      ...access,
      authorized_at: ctx.now.toISOString(),
      listed_at: ctx.now.toISOString(),
      state: 'ok',
      error: null,
      failures: 0,
      failing_since: null,
      mailed_at: null,
      refreshing_until: null,
      lease_id: null,
      leased_until: null,
      next_sync_at: ctx.now.toISOString(),
    })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function markListed(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('calendar_connection')
    .set({ listed_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Those whose key has to be computed (migration 0178). */
export function listWithoutKey(ctx: Ctx, memberId: string) {
  return ctx.db
    .selectFrom('calendar_connection')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('account_key', 'like', 'unknown %')
    .select(['id', 'secret_sealed'])
    .execute();
}

export async function setAccountKey(ctx: Ctx, id: string, accountKey: string): Promise<void> {
  await ctx.db
    .updateTable('calendar_connection')
    .set({ account_key: accountKey })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

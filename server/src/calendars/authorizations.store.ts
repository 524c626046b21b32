import { sql, type Insertable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { ExpiredRows } from '../platform/db/purge.ts';
import type { CalendarAuthorization } from '../platform/db/schema.gen.ts';

export async function insertAuthorization(
  ctx: Ctx,
  row: Omit<Insertable<CalendarAuthorization>, 'workspace_id'>,
): Promise<void> {
  await ctx.db
    .insertInto('calendar_authorization')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

/** Deletes and returns what the actor began, if it has not expired. */
export function consumeAuthorization(ctx: Ctx, stateHash: Buffer, provider: string) {
  return ctx.db
    .deleteFrom('calendar_authorization')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('state_hash', '=', stateHash)
    .where('member_id', '=', ctx.actor.memberId)
    .where('provider', '=', provider)
    .where(sql<boolean>`expires_at > ${ctx.now.toISOString()}::timestamptz`)
    .returning(['verifier_sealed', 'return_to'])
    .executeTakeFirst();
}

/** Of a user who leaves. */
export async function deleteAuthorizations(ctx: Ctx, memberId: string): Promise<void> {
  await ctx.db
    .deleteFrom('calendar_authorization')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .execute();
}

export const oldAuthorizations: ExpiredRows = {
  table: 'calendar_authorization',
  rows: sql`select ctid from calendar_authorization where expires_at < now() order by expires_at`,
};

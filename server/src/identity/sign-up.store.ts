import { sql, type Insertable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { SignUp } from '../platform/db/schema.gen.ts';
import type { ExpiredRows } from '../platform/db/purge.ts';

export async function insertSignUp(ctx: Ctx, row: Omit<Insertable<SignUp>, 'workspace_id'>): Promise<void> {
  await ctx.db
    .insertInto('sign_up')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

/** Locked until the transaction ends: of two that confirm it at once, the second finds it confirmed. */
export function lockSignUp(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('sign_up')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

export async function closeSignUp(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('sign_up')
    .set({ confirmed_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Workspaces whose sign-up was not confirmed in time. */
export const unconfirmedSignUps: ExpiredRows = {
  table: 'workspace',
  rows: sql`
    select w.ctid from sign_up s join workspace w on w.workspace_id = s.workspace_id
    where s.confirmed_at is null and s.expires_at < now()
      and not exists (select from member m where m.workspace_id = w.workspace_id)
    order by s.expires_at`,
};

import { sql } from 'kysely';
import type { Role } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';

/** The titles of tasks by id. */
export async function findTaskTitles(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await sql<{ id: string; title: string }>`
    select id, title from crm_task where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return new Map(result.rows.map(({ id, title }) => [id, title]));
}

/** The role of a user, who may have been deactivated since. */
export async function findRole(ctx: Ctx, memberId: string): Promise<Role> {
  const result = await sql<{ role: Role }>`
    select role from member where workspace_id = ${ctx.workspaceId} and id = ${memberId}
  `.execute(ctx.db);
  return result.rows[0]?.role ?? 'user';
}

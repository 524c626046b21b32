import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import type { Permission } from '../schema/public.ts';

/** Records whose required relation would be empty without some others. */
export interface Dependents {
  readonly label: string;
  readonly pluralName: string;
  readonly userPermission: Permission;
  readonly total: number;
  /** One of them. */
  readonly id: string;
}

/** The links of records by which others have them in a required relation, as the sides of the links see them. */
function requiredLinks(ctx: Ctx, objectId: string, ids: readonly string[], side: 'from' | 'to') {
  const other = side === 'from' ? 'to' : 'from';
  const [mine, theirs] = [sql.ref(`l.${side}_id`), sql.ref(`l.${other}_id`)];
  return sql`
    from crm_link l
    join crm_attribute a on a.workspace_id = ${ctx.workspaceId} and a.relation_id = l.relation_id
      and a.relation_side = ${other} and a.is_required and not a.is_archived and a.deleted_at is null
    join crm_object o on o.workspace_id = ${ctx.workspaceId} and o.id = a.object_id and o.deleted_at is null
    join crm_record p on p.workspace_id = ${ctx.workspaceId} and p.object_id = a.object_id and p.id = ${theirs}
    where l.workspace_id = ${ctx.workspaceId} and ${sql.ref(`l.${side}_object_id`)} = ${objectId}
      and ${mine} = ${matchAny(ids, 'uuid')} and not (a.object_id = ${objectId} and p.id = ${matchAny(ids, 'uuid')})`;
}

/** Locks records that may depend on these, so that two transactions can't each delete one of the last two. Returns whether there are any. */
export async function lockDependents(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<boolean> {
  let isAny = false;
  for (const side of ['from', 'to'] as const) {
    const result = await sql`
      select p.id ${requiredLinks(ctx, objectId, ids, side)} order by p.id for no key update of p
    `.execute(ctx.db);
    isAny ||= result.rows.length > 0;
  }
  return isAny;
}

/** Those that have no other partner than these, by the attribute that is required. */
export async function findDependents(
  ctx: Ctx,
  objectId: string,
  ids: readonly string[],
): Promise<Dependents[]> {
  const found: Dependents[] = [];
  for (const side of ['from', 'to'] as const) {
    const other = side === 'from' ? 'to' : 'from';
    const isLeft: RawBuilder<unknown> = sql`exists (select from crm_link x
      where x.workspace_id = ${ctx.workspaceId} and x.relation_id = l.relation_id
        and ${sql.ref(`x.${other}_id`)} = p.id and not ${sql.ref(`x.${side}_id`)} = ${matchAny(ids, 'uuid')})`;
    const result = await sql<Dependents>`
      select a.label, o.plural_name as "pluralName", o.user_permission as "userPermission",
        count(distinct p.id) as total, min(p.id::text) as id
      ${requiredLinks(ctx, objectId, ids, side)} and not ${isLeft}
      group by a.id, a.label, o.plural_name, o.user_permission
    `.execute(ctx.db);
    found.push(...result.rows);
  }
  return found;
}

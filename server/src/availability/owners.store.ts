import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/**
 * Users who are assigned to somebody in the CRM, by an attribute of the type `user`: of their own record first, then of their
 * company, in the order of the attributes.
 */
export async function listAssignedUsers(ctx: Ctx, email: string): Promise<string[]> {
  const { workspaceId } = ctx;
  const result = await sql<{ member_id: string }>`
    with person as (
      select u.object_id, u.record_id
      from workspace w
      join crm_object o on o.workspace_id = w.workspace_id and o.slug = 'people' and o.deleted_at is null
      join crm_attribute a on a.workspace_id = o.workspace_id and a.object_id = o.id and a.key = 'emails'
        and a.deleted_at is null
      join crm_unique u on u.workspace_id = a.workspace_id and u.attribute_id = a.id
        and u.key_norm = ${email.toLowerCase()}
      where w.workspace_id = ${workspaceId} and w.crm_enabled
    ), linked as (
      select l.to_id as id from person p
      join crm_link l on l.workspace_id = ${workspaceId} and l.from_id = p.record_id
      union
      select l.from_id from person p
      join crm_link l on l.workspace_id = ${workspaceId} and l.to_id = p.record_id
    ), records as (
      select 1 as rank, object_id, record_id from person
      union all
      select 2, o.id, l.id
      from crm_object o, linked l
      where o.workspace_id = ${workspaceId} and o.slug = 'companies' and o.deleted_at is null
    )
    select p.value as member_id
    from records r
    join crm_pick p on p.workspace_id = ${workspaceId} and p.object_id = r.object_id and p.record_id = r.record_id
    join crm_attribute a on a.workspace_id = p.workspace_id and a.id = p.attribute_id and a.type = 'user'
      and a.deleted_at is null and not a.is_archived
    order by r.rank, a.position, p.value
  `.execute(ctx.db);
  return [...new Set(result.rows.map((row) => row.member_id))];
}

import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Attribute } from '../schema/public.ts';

export interface Group {
  readonly value: string;
  readonly ids: string[];
}

export const maxScanned = 50_000;
const maxGroups = 100;
const maxIds = 20;

/** Records with the same value, among the first by the attribute's index, or by id if it has none. */
export async function findGroups(
  ctx: Ctx,
  objectId: string,
  attribute: Attribute,
  by: 'value' | 'first label',
): Promise<Group[]> {
  const raw = attribute.slot ? sql.ref(attribute.slot) : sql`rest ->> ${sql.lit(attribute.id)}`;
  const value = by === 'value' ? raw : sql`split_part(${raw}, '.', 1)`;
  const order = attribute.slot ? sql`${raw}, id` : sql`id`;
  const result = await sql<Group>`
    select value, (array_agg(id order by id))[1:${sql.lit(maxIds)}] as ids
    from (
      select ${value} as value, id from crm_record
      where workspace_id = ${ctx.workspaceId} and object_id = ${objectId}
        and ${attribute.slot ? sql`${raw} is not null` : sql`true`}
      order by ${order} limit ${maxScanned}
    ) scanned
    where value <> ''
    group by value having count(*) > 1
    order by count(*) desc, value limit ${maxGroups}
  `.execute(ctx.db);
  return result.rows;
}

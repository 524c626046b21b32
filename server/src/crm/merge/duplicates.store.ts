import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Attribute } from '../schema/public.ts';

export interface Alike {
  readonly value: string;
  readonly ids: string[];
}

export const mostLookedAt = 50_000;
const mostGroups = 100;
const mostShown = 20;

/**
 * Records with the same value. Of an attribute with a column the index is read in its order, so that equal ones are
 * neighbours; of others a part of the records.
 */
export async function findAlike(
  ctx: Ctx,
  objectId: string,
  attribute: Attribute,
  by: 'value' | 'first label',
): Promise<Alike[]> {
  const raw = attribute.slot ? sql.ref(attribute.slot) : sql`rest ->> ${sql.lit(attribute.id)}`;
  const value = by === 'value' ? raw : sql`split_part(${raw}, '.', 1)`;
  const order = attribute.slot ? sql`${raw}, id` : sql`id`;
  const result = await sql<Alike>`
    select value, (array_agg(id order by id))[1:${sql.lit(mostShown)}] as ids
    from (
      select ${value} as value, id from crm_record
      where workspace_id = ${ctx.workspaceId} and object_id = ${objectId}
        and ${attribute.slot ? sql`${raw} is not null` : sql`true`}
      order by ${order} limit ${mostLookedAt}
    ) looked
    where value <> ''
    group by value having count(*) > 1
    order by count(*) desc, value limit ${mostGroups}
  `.execute(ctx.db);
  return result.rows;
}

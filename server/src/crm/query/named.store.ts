import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Definition } from '../schema/public.ts';
import { foldForIndex } from '../values/public.ts';
import { getSortExpression } from './conditions.store.ts';

const maxFound = 5_000;

/** The records with these names, by name: those that are spelled the same, or else in other letters. */
export async function findNamed(
  ctx: Ctx,
  { id: objectId, byKey, primaryAttribute }: Definition,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const attribute = byKey.get(primaryAttribute);
  if (!attribute || attribute.isSystem || attribute.type !== 'text' || names.length === 0) return new Map();
  const expression = getSortExpression({ kind: 'attribute', attribute }, 'r');
  const result = await sql<{ id: string; name: string }>`
    select r.id, r.data ->> ${attribute.key} as name from crm_record r
    where r.workspace_id = ${ctx.workspaceId} and r.object_id = ${objectId}
      and ${expression} = any (${names.map((name) => foldForIndex(name.trim()))}::text[])
    order by r.id limit ${maxFound}
  `.execute(ctx.db);
  return new Map(
    names.map((name) => {
      const alike = result.rows.filter((row) => foldForIndex(row.name) === foldForIndex(name.trim()));
      const same = alike.filter((row) => row.name === name.trim());
      return [name, (same.length > 0 ? same : alike).map(({ id }) => id)];
    }),
  );
}

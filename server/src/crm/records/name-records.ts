import type { Ctx } from '../../platform/context.ts';
import { findSurvivors } from '../links/public.ts';
import type { Definition } from '../schema/public.ts';
import { findRecords } from './store.ts';

/** Records with their names, by the ids under which they are known: of a merged one, the survivor. */
export async function nameRecords(
  ctx: Ctx,
  { id: objectId, primaryAttribute }: Pick<Definition, 'id' | 'primaryAttribute'>,
  ids: readonly string[],
): Promise<Map<string, { readonly id: string; readonly title: string }>> {
  if (ids.length === 0) return new Map();
  const survivors = await findSurvivors(ctx, objectId, ids);
  const currentOf = (id: string) => survivors.get(id) ?? id;
  const rows = await findRecords(ctx, objectId, [...new Set(ids.map(currentOf))]);
  const titles = new Map(rows.map(({ id, data }) => [id, String(data[primaryAttribute] ?? '')]));
  return new Map(
    ids.flatMap((id) => {
      const title = titles.get(currentOf(id));
      return title === undefined ? [] : [[id, { id: currentOf(id), title }] as const];
    }),
  );
}

import type { Ctx } from '../../platform/context.ts';
import { findRecords, type RecordRow } from '../records/public.ts';
import { type Definition, listReadable } from '../schema/public.ts';
import { buildGlobalPatterns } from '../values/public.ts';
import { findInObjects } from './store.ts';

/** More objects than this are not searched together. */
const maxObjects = 200;

/** The records of one object that a search over all objects found. */
export interface ObjectMatches {
  readonly definition: Definition;
  readonly rows: readonly RecordRow[];
}

/** Records whose search text has every word, in all objects that the actor may read and that are wanted. */
export async function searchObjects(
  ctx: Ctx,
  text: string,
  { most, isWanted }: { most: number; isWanted: (definition: Definition) => boolean },
): Promise<ObjectMatches[]> {
  const patterns = buildGlobalPatterns(text);
  if (!patterns) return [];
  const definitions = (await listReadable(ctx, maxObjects)).filter(isWanted);
  const objectIds = definitions.map(({ id }) => id);
  const hits = objectIds.length === 0 ? [] : await findInObjects(ctx, objectIds, patterns, most);
  const found: ObjectMatches[] = [];
  for (const definition of definitions) {
    const ids = hits.filter(({ objectId }) => objectId === definition.id).map(({ id }) => id);
    if (ids.length > 0) found.push({ definition, rows: await findRecords(ctx, definition.id, ids) });
  }
  return found;
}

import type { Runtime } from '../../platform/context.ts';
import { toColumns } from '../values/public.ts';
import { processBatches, type ObjectAddress } from './process-batches.ts';
import { updateSearch } from './store.ts';

/** Rewrites the search texts after the primary attribute changed. Version and time of the records stay. */
export function rebuildSearch(runtime: Runtime, object: ObjectAddress): Promise<void> {
  return processBatches(runtime, object, async (ctx, definition, records) => {
    const texts = records.map(({ id, data }) => ({ id, search: toColumns(definition, id, data).search }));
    await updateSearch(ctx, object.objectId, texts);
  });
}

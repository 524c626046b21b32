import type { Runtime } from '../../platform/context.ts';
import { columnsOf } from '../values/public.ts';
import { eachBatch, type ObjectAddress } from './each-batch.ts';
import { updateSearch } from './store.ts';

/** Rewrites the search texts after the primary attribute changed. Version and time of the records stay. */
export function rebuildSearch(runtime: Runtime, object: ObjectAddress): Promise<void> {
  return eachBatch(runtime, object, async (ctx, definition, records) => {
    const texts = records.map(({ id, data }) => ({ id, search: columnsOf(definition, id, data).search }));
    await updateSearch(ctx, object.objectId, texts);
  });
}

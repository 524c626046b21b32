import { restoreDays } from '@daybook/contract/crm-records';
import type { Runtime } from '../../platform/context.ts';
import { cancelBuild } from './build-uniqueness.ts';
import { purgeObject } from './purge-object.ts';
import { deleteOldRecords, findOldObjects, findStaleBuilds } from './store.ts';

const batchSize = 1000;

/** Ends builds that were left behind, and deletes for good what can no longer be restored, in batches, each in its own transaction. */
export async function purgeDeleted(runtime: Runtime): Promise<void> {
  const before = new Date(runtime.clock.now().getTime() - restoreDays * 86_400_000).toISOString();
  for (let deleted = batchSize; deleted === batchSize;) {
    deleted = await deleteOldRecords(runtime, before, batchSize);
  }
  for (const build of await findStaleBuilds(runtime)) await cancelBuild(runtime, build);
  for (const object of await findOldObjects(runtime, before)) {
    await purgeObject(runtime, object);
  }
}

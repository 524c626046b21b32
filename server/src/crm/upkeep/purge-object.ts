import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../../platform/context.ts';
import { deleteRecords, findRecordsAfter } from '../records/public.ts';
import { findObject } from '../schema/public.ts';
import type { ObjectAddress } from './process-batches.ts';
import { deleteObjectRow } from './store.ts';

const batchSize = 500;

/** Deletes the records of a deleted object in batches, then the object itself. */
export async function purgeObject(runtime: Runtime, { workspaceId, objectId }: ObjectAddress): Promise<void> {
  for (let isDone = false; !isDone;) {
    isDone = await runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
      const object = await findObject(ctx, objectId);
      if (!object?.deleted_at) return true;
      const range = { after: null, limit: batchSize, mode: 'read' } as const;
      const ids = (await findRecordsAfter(ctx, objectId, range)).map(({ id }) => id);
      await deleteRecords(ctx, objectId, ids);
      if (ids.length > 0) return false;
      await deleteObjectRow(ctx, objectId);
      return true;
    });
  }
}

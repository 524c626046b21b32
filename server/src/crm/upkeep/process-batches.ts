import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { findRecordsAfter, type RecordRow } from '../records/public.ts';
import { type Definition, loadDefinitionById, findObject } from '../schema/public.ts';

export interface ObjectAddress {
  readonly workspaceId: WorkspaceId;
  readonly objectId: string;
}

const batchSize = 500;

/** Locks all records of an object in batches, each in its own transaction, so that writers wait only for a batch. */
export async function processBatches(
  runtime: Runtime,
  { workspaceId, objectId }: ObjectAddress,
  work: (ctx: Ctx, definition: Definition, records: readonly RecordRow[]) => Promise<void>,
): Promise<void> {
  let after: string | null = null;
  do {
    const range = { after, limit: batchSize, mode: 'lock' } as const;
    after = await runInWorkspace(
      runtime,
      createSystemActor(workspaceId),
      async (ctx): Promise<string | null> => {
        if (!(await findObject(ctx, objectId))) return null;
        const records = await findRecordsAfter(ctx, objectId, range);
        if (records.length > 0) await work(ctx, await loadDefinitionById(ctx, objectId), records);
        return records.length < batchSize ? null : (records.at(-1)?.id ?? null);
      },
    );
  } while (after !== null);
}

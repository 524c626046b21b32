import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { jobKind, type AnyJob } from '../../platform/jobs.ts';
import { clearOptionsOf, purgeObjectOf, rebuildSearchOf } from './upkeep.ts';

/** Put there by our own transactions only. */
const workspaceId = z.custom<WorkspaceId>((value) => typeof value === 'string');
const where = { workspaceId, objectId: z.string() };

const rebuildSearch = jobKind({
  name: 'crm.rebuild-search',
  payload: z.object(where),
  run: rebuildSearchOf,
});

const clearOptions = jobKind({
  name: 'crm.clear-options',
  payload: z.object({ ...where, attributeKey: z.string(), optionIds: z.array(z.number()) }),
  run: clearOptionsOf,
});

const purgeObject = jobKind({
  name: 'crm.purge-object',
  payload: z.object(where),
  run: purgeObjectOf,
});

export const upkeepJobs: readonly AnyJob[] = [rebuildSearch, clearOptions, purgeObject];

interface About {
  readonly objectId: string;
}

export const enqueueRebuildSearch = (ctx: Ctx, { objectId }: About): Promise<void> =>
  ctx.enqueue(rebuildSearch, { workspaceId: ctx.workspaceId, objectId });

export const enqueueClearOptions = (
  ctx: Ctx,
  cleared: About & { attributeKey: string; optionIds: number[] },
): Promise<void> => ctx.enqueue(clearOptions, { workspaceId: ctx.workspaceId, ...cleared });

export const enqueuePurgeObject = (ctx: Ctx, { objectId }: About): Promise<void> =>
  ctx.enqueue(purgeObject, { workspaceId: ctx.workspaceId, objectId });

import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { jobKind, jobWorkspace, type AnyJob } from '../../platform/jobs.ts';
import { clearOptions } from './clear-options.ts';
import { purgeObject } from './purge-object.ts';
import { rebuildSearch } from './rebuild-search.ts';

const object = { workspaceId: jobWorkspace, objectId: z.string() };

const rebuildSearchJob = jobKind({
  name: 'crm.rebuild-search',
  payload: z.object(object),
  run: rebuildSearch,
});

const clearOptionsJob = jobKind({
  name: 'crm.clear-options',
  payload: z.object({ ...object, attributeKey: z.string(), optionIds: z.array(z.number()) }),
  run: clearOptions,
});

const purgeObjectJob = jobKind({
  name: 'crm.purge-object',
  payload: z.object(object),
  run: purgeObject,
});

export const upkeepJobs: readonly AnyJob[] = [rebuildSearchJob, clearOptionsJob, purgeObjectJob];

interface ObjectEvent {
  readonly objectId: string;
}

interface OptionsEvent extends ObjectEvent {
  readonly attributeKey: string;
  readonly optionIds: number[];
}

export const enqueueRebuildSearch = (ctx: Ctx, { objectId }: ObjectEvent): Promise<void> =>
  ctx.enqueue(rebuildSearchJob, { workspaceId: ctx.workspaceId, objectId });

export const enqueueClearOptions = (ctx: Ctx, deleted: OptionsEvent): Promise<void> =>
  ctx.enqueue(clearOptionsJob, { workspaceId: ctx.workspaceId, ...deleted });

export const enqueuePurgeObject = (ctx: Ctx, { objectId }: ObjectEvent): Promise<void> =>
  ctx.enqueue(purgeObjectJob, { workspaceId: ctx.workspaceId, objectId });

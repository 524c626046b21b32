import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { defineJob, jobWorkspace, type AnyJob } from '../../platform/jobs.ts';
import { clearAttribute, type DeletedAttribute } from './clear-attribute.ts';
import { clearOptions } from './clear-options.ts';
import { purgeDeleted } from './purge-deleted.ts';
import { rebuildSearch } from './rebuild-search.ts';

const object = { workspaceId: jobWorkspace, objectId: z.string() };

const rebuildSearchJob = defineJob({
  name: 'crm.rebuild-search',
  payload: z.object(object),
  run: rebuildSearch,
});

const clearOptionsJob = defineJob({
  name: 'crm.clear-options',
  payload: z.object({ ...object, attributeKey: z.string(), optionIds: z.array(z.number()) }),
  run: clearOptions,
});

const clearAttributeJob = defineJob({
  name: 'crm.clear-attribute',
  payload: z.object({
    ...object,
    attributeId: z.string(),
    attributeKey: z.string(),
    partner: z
      .object({
        relationId: z.string(),
        side: z.enum(['from', 'to']),
        objectId: z.string(),
        attributeKey: z.string(),
      })
      .nullable(),
  }),
  run: clearAttribute,
});

const purgeJob = defineJob({
  name: 'crm.purge',
  payload: z.object({}),
  every: '41 * * * *',
  run: purgeDeleted,
});

export const upkeepJobs: readonly AnyJob[] = [rebuildSearchJob, clearOptionsJob, clearAttributeJob, purgeJob];

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

export const enqueueClearAttribute = (
  ctx: Ctx,
  deleted: Omit<DeletedAttribute, 'workspaceId'>,
): Promise<void> => ctx.enqueue(clearAttributeJob, { workspaceId: ctx.workspaceId, ...deleted });

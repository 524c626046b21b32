import { z } from 'zod';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { jobKind, type AnyJob } from '../platform/jobs.ts';
import { clearOptionsOf, purgeObjectOf, rebuildSearchOf } from './upkeep.ts';

/** Put there by our own transactions only. */
const workspaceId = z.custom<WorkspaceId>((value) => typeof value === 'string');
const where = { workspaceId, objectId: z.string() };

export const rebuildSearch = jobKind({
  name: 'crm.rebuild-search',
  payload: z.object(where),
  run: rebuildSearchOf,
});

export const clearOptions = jobKind({
  name: 'crm.clear-options',
  payload: z.object({ ...where, attributeKey: z.string(), optionIds: z.array(z.number()) }),
  run: clearOptionsOf,
});

export const purgeObject = jobKind({
  name: 'crm.purge-object',
  payload: z.object(where),
  run: purgeObjectOf,
});

export const crmJobs: readonly AnyJob[] = [rebuildSearch, clearOptions, purgeObject];

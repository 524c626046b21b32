import type { crmMerge } from '@daybook/contract/crm-bulk';
import type { z } from 'zod';
import type { MergeRow } from './store.ts';

export function serializeMerge(row: MergeRow): z.output<typeof crmMerge> {
  return {
    id: row.id,
    objectSlug: row.slug,
    survivorId: row.survivor_id,
    mergedId: row.merged_id,
    createdAt: row.created_at,
    undoneAt: row.undone_at,
  };
}

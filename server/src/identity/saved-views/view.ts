import type { savedView } from '@daybook/contract/saved-views';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { SavedViewRow } from './store.ts';

export function serializeSavedView(ctx: Ctx, row: SavedViewRow): z.output<typeof savedView> {
  return {
    id: row.id,
    list: row.list,
    name: row.name,
    filters: { ...row.filters },
    isShared: row.is_shared,
    isOwn: row.member_id === ctx.actor.memberId,
    position: row.position,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

import type { Ctx } from '../platform/context.ts';
import type { LockMode } from './people.store.ts';

/** All of the workspace, active or not. */
export function listResources(
  ctx: Ctx,
  lock: LockMode,
): Promise<{ readonly id: string; readonly kind: string }[]> {
  const query = ctx.db
    .selectFrom('resource')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('deleted_at', 'is', null)
    .select(['id', 'kind'])
    .orderBy('id');
  return (lock === 'key share' ? query.forKeyShare() : query).execute();
}

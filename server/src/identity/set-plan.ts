import type { Ctx } from '../platform/context.ts';
import { updateWorkspace, type WorkspaceRow } from './store.ts';

/** Booking and availability answer 403 in a workspace whose plan is not active. */
export function setPlan(
  ctx: Ctx,
  { active, plan }: { active: boolean; plan?: string | undefined },
): Promise<WorkspaceRow> {
  return updateWorkspace(ctx, { plan_active: active, ...(plan !== undefined && { plan }) });
}

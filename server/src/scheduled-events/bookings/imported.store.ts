import type { Ctx } from '../../platform/context.ts';
import type { HostTime } from '../times/public.ts';

/** Says who hosts an event, without taking their time: of what is over, cancelled, or was promised twice elsewhere. */
export async function insertHostsWithoutTime(
  ctx: Ctx,
  time: HostTime,
  inOrder: readonly string[],
  hostIds: readonly string[],
): Promise<void> {
  if (hostIds.length === 0) return;
  const { hold_id: _, calendarsReadAt: __, ...columns } = time;
  await ctx.db
    .insertInto('event_host')
    .values(
      hostIds.map((id) => ({
        ...columns,
        workspace_id: ctx.workspaceId,
        host_id: id,
        position: inOrder.indexOf(id),
        blocking: false,
      })),
    )
    .execute();
}

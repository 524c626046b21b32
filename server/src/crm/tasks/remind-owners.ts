import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../../platform/context.ts';
import { taskDue } from './events.ts';
import { clearReminder, findRemindable } from './people.store.ts';

const batchSize = 200;

/** Publishes each task whose reminder is due, once: it is cleared in the same transaction. */
export async function remindOwners(runtime: Runtime): Promise<void> {
  for (let isMore = true; isMore;) {
    const due = await findRemindable(runtime, batchSize);
    for (const { workspaceId, id } of due) {
      await runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
        if (await clearReminder(ctx, id)) await ctx.publish(taskDue, { taskId: id });
      });
    }
    isMore = due.length === batchSize;
  }
}

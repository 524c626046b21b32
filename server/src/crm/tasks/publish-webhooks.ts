import type { WebhookEvent } from '@daybook/contract/webhook-payloads';
import type { Role } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { emitWebhooks } from '../../webhooks/public.ts';
import { loadTask, loadVisibility } from './read-tasks.ts';
import { serializeTask } from './view.ts';

export const publishTaskCreated = webhookFor('crm.task.created');
export const publishTaskCompleted = webhookFor('crm.task.completed');

/** Webhooks of the organization get everything, those of users what users may read. */
function webhookFor(name: WebhookEvent) {
  return (ctx: Ctx, { taskId }: { readonly taskId: string }): Promise<void> =>
    emitWebhooks(ctx, name, async () => {
      const sight = await loadVisibility(withRole(ctx, 'owner'));
      const row = await loadTask(ctx, { ...sight, isAll: true }, taskId);
      const readable = await loadVisibility(withRole(ctx, 'user'));
      const isReadable = new Set(readable.objectIds);
      const memberIds = [row.owner_id, row.creator_id].filter((id) => id !== null);
      const records = row.records.filter(({ objectId }) => isReadable.has(objectId));
      const forUsers = { ...row, records, is_host: false };
      const about = { orderingKey: taskId };
      return [
        {
          ...about,
          payload: { task: serializeTask(ctx, { ...sight, isAll: true }, row) },
          memberIds: [],
          audience: 'organization',
        },
        {
          ...about,
          payload: { task: serializeTask(ctx, readable, forUsers) },
          memberIds,
          audience: 'members',
        },
      ];
    });
}

function withRole(ctx: Ctx, role: Role): Ctx {
  return { ...ctx, actor: { ...ctx.actor, kind: 'token', role } };
}

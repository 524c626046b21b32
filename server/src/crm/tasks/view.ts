import type { task } from '@daybook/contract/crm-tasks';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { TaskVisibility, TaskRow } from './store.ts';

export function serializeTask(ctx: Ctx, { isAll }: TaskVisibility, row: TaskRow): z.output<typeof task> {
  const isOverdue =
    row.done_at === null && row.deadline !== null && Date.parse(row.deadline) <= ctx.now.getTime();
  return {
    uuid: row.id,
    title: row.title,
    note: row.note,
    dueOn: row.due_on,
    dueAt: row.due_at,
    timezone: row.timezone,
    isOverdue,
    owner: personView(row.owner_id, row.owner_name),
    creator: personView(row.creator_id, row.creator_name),
    event:
      row.event_id !== null && (isAll || row.is_host)
        ? { uuid: row.event_id, title: row.event_title ?? '' }
        : null,
    records: row.records.map(({ objectSlug, id, name }) => ({ objectSlug, id, name })),
    doneAt: row.done_at,
    doneBy: personView(row.done_by, row.done_by_name),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function personView(uuid: string | null, name: string | null): { uuid: string; name: string } | null {
  return uuid === null ? null : { uuid, name: name ?? '' };
}

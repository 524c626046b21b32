import type { listTasks as contract, task } from '@daybook/contract/crm-tasks';
import type { Page } from '@daybook/contract/envelopes';
import type { Input } from '@daybook/contract/route';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { invalidField, notFound, throwIfInvalid } from '../../platform/problems.ts';
import { loadRecord } from '../records/public.ts';
import { getAudience, requireCrm, listReadable, openObject, getPermission } from '../schema/public.ts';
import { parseCursor, serializeCursor } from './rules.ts';
import {
  countTasks,
  findTask,
  listTasks,
  type TaskVisibility,
  type TaskFilter,
  type TaskRow,
} from './store.ts';
import { serializeTask } from './view.ts';

/** More objects than this are not looked at. */
const maxObjects = 1000;

/** What the actor may see, and the objects whose records they may change. */
export async function loadVisibility(
  ctx: Ctx,
): Promise<TaskVisibility & { readonly writable: ReadonlySet<string> }> {
  const objects = await listReadable(ctx, maxObjects);
  const isWritable = (object: (typeof objects)[number]) =>
    ['own', 'write'].includes(getPermission(ctx.actor, object));
  return {
    isAll: getAudience(ctx.actor) === 'all',
    objectIds: objects.map(({ id }) => id),
    writable: new Set(objects.filter(isWritable).map(({ id }) => id)),
  };
}

export async function readTask(ctx: Ctx, id: string): Promise<z.output<typeof task>> {
  await requireCrm(ctx);
  const sight = await loadVisibility(ctx);
  return serializeTask(ctx, sight, await loadTask(ctx, sight, id));
}

export async function loadTask(ctx: Ctx, sight: TaskVisibility, id: string): Promise<TaskRow> {
  const found = await findTask(ctx, sight, id);
  if (!found) throw notFound('Task');
  return found;
}

export async function readTasks(
  ctx: Ctx,
  query: Input<typeof contract>['query'],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<z.output<typeof task>>> {
  await requireCrm(ctx);
  const sight = await loadVisibility(ctx);
  const filter = await filterFrom(ctx, query);
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  if (query.cursor !== undefined && !after) throw invalidField('cursor', 'Must be a cursor from `nextPage`.');
  const rows = await listTasks(ctx, sight, filter, { limit: limit + 1, offset, after });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => serializeTask(ctx, sight, row)),
    total: await countTasks(ctx, sight, filter),
    nextCursor: last ? serializeCursor({ at: last.done_at ?? last.sort_at, id: last.id }) : null,
  };
}

async function filterFrom(ctx: Ctx, query: Input<typeof contract>['query']): Promise<TaskFilter> {
  const { state, overdue, mine, owner, objectSlug, recordId, eventUuid } = query;
  throwIfInvalid({
    ...(recordId !== undefined && objectSlug === undefined && { objectSlug: ['This field is required.'] }),
    ...(objectSlug !== undefined && recordId === undefined && { recordId: ['This field is required.'] }),
    ...(mine && owner !== undefined && { owner: ['Omit it when you use `mine`.'] }),
    ...(overdue && state === 'done' && { overdue: ['Completed tasks are never overdue.'] }),
  });
  const ownerId = mine ? ctx.actor.memberId : owner === 'none' ? null : owner;
  return {
    state,
    isOverdue: overdue,
    ownerId,
    eventId: eventUuid,
    record: objectSlug && recordId ? await recordOf(ctx, objectSlug, recordId) : undefined,
  };
}

/** The record itself, or the one into which it was merged. */
async function recordOf(ctx: Ctx, slug: string, pathId: string): Promise<{ objectId: string; id: string }> {
  const definition = await openObject(ctx, slug, 'read');
  const { id } = await loadRecord(ctx, definition, pathId);
  return { objectId: definition.id, id };
}

import type { newTask, task, taskChanges } from '@daybook/contract/crm-tasks';
import type { z } from 'zod';
import type { Departure } from '../../members/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { forbidden, throwIfInvalid } from '../../platform/problems.ts';
import { getZone } from '../../platform/zones.ts';
import { insertChanges } from '../history/public.ts';
import { requireCrm } from '../schema/public.ts';
import { taskCompleted, taskCreated } from './events.ts';
import { findActiveZone, findWorkspaceZone, reassignOpenTasks } from './people.store.ts';
import { loadTask, readTask, loadVisibility } from './read-tasks.ts';
import { mergeDue, computeDueTimes, findChangeProblem, type DueDate } from './rules.ts';
import * as store from './store.ts';
import { lockTaskRecords, validateTask, type Target } from './validate-task.ts';

type Task = z.output<typeof task>;

export async function createTask(ctx: Ctx, given: z.output<typeof newTask>): Promise<Task> {
  await requireCrm(ctx);
  throwIfInvalid(await validateTask(ctx, given));
  const ownerId = given.ownerUuid === undefined ? ctx.actor.memberId || null : given.ownerUuid;
  const due = { dueOn: given.dueOn ?? null, dueAt: given.dueAt ?? null };
  const records = await lockTaskRecords(ctx, given.records);
  const id = generateUuid();
  await store.insertTask(ctx, id, {
    title: given.title,
    note: given.note || null,
    ownerId,
    eventId: given.eventUuid ?? null,
    ...(await withTimes(ctx, due, given.timezone ?? null, ownerId)),
  });
  await store.insertTaskRecords(ctx, id, records);
  await addToTimelines(ctx, 'task.created', id, records);
  await ctx.publish(taskCreated, { taskId: id });
  return readTask(ctx, id);
}

export async function changeTask(ctx: Ctx, id: string, changes: z.output<typeof taskChanges>): Promise<Task> {
  const before = await lockChangeable(ctx, id);
  throwIfInvalid(await validateTask(ctx, changes));
  const ownerId = changes.ownerUuid === undefined ? before.owner_id : changes.ownerUuid;
  const due = mergeDue(changes, { dueOn: before.due_on, dueAt: before.due_at });
  await store.updateTask(ctx, before.id, {
    title: changes.title ?? before.title,
    note: changes.note === undefined ? before.note : changes.note || null,
    ownerId,
    eventId: changes.eventUuid === undefined ? before.event_id : changes.eventUuid,
    ...(await withTimes(ctx, due, changes.timezone ?? before.timezone, ownerId)),
  });
  if (changes.records) await replaceRecords(ctx, before, await lockTaskRecords(ctx, changes.records));
  return readTask(ctx, id);
}

/** Records that the actor may not see are not among `before`, and stay. */
async function replaceRecords(ctx: Ctx, before: store.TaskRow, records: readonly Target[]): Promise<void> {
  const [known, wanted] = [before.records, records].map((list) => new Set(list.map(({ id }) => id)));
  const added = records.filter(({ id }) => !known?.has(id));
  const removed = before.records.filter(({ id }) => !wanted?.has(id));
  await store.insertTaskRecords(ctx, before.id, added);
  await store.deleteTaskRecords(
    ctx,
    before.id,
    removed.map(({ id }) => id),
  );
  await addToTimelines(ctx, 'task.created', before.id, added);
}

export async function completeTask(ctx: Ctx, id: string): Promise<Task> {
  const { records } = await lockChangeable(ctx, id);
  if (await store.setDone(ctx, id)) {
    await addToTimelines(ctx, 'task.completed', id, records);
    await ctx.publish(taskCompleted, { taskId: id });
  }
  return readTask(ctx, id);
}

export async function reopenTask(ctx: Ctx, id: string): Promise<Task> {
  const before = await lockChangeable(ctx, id);
  const due = { dueOn: before.due_on, dueAt: before.due_at };
  const { remindAt } = await withTimes(ctx, due, before.timezone, before.owner_id);
  if (await store.setOpen(ctx, id, remindAt)) await addToTimelines(ctx, 'task.reopened', id, before.records);
  return readTask(ctx, id);
}

export async function removeTask(ctx: Ctx, id: string): Promise<void> {
  const { records } = await lockChangeable(ctx, id);
  await store.deleteTask(ctx, id);
  await addToTimelines(ctx, 'task.deleted', id, records);
}

/** Throws 404 when the actor may not see the task, and 403 when they may not change it. */
async function lockChangeable(ctx: Ctx, id: string): Promise<store.TaskRow> {
  await requireCrm(ctx);
  await store.lockTask(ctx, id);
  const sight = await loadVisibility(ctx);
  const found = await loadTask(ctx, sight, id);
  const refusal = findChangeProblem(ctx.actor, found, sight.writable);
  if (refusal) throw forbidden(refusal);
  return found;
}

type Times = Pick<store.TaskFields, 'dueOn' | 'dueAt' | 'timezone' | 'deadline' | 'remindAt'>;

/** A day begins and ends where the owner is, unless another zone is named. */
async function withTimes(
  ctx: Ctx,
  due: DueDate,
  named: string | null,
  ownerId: string | null,
): Promise<Times> {
  if (due.dueOn === null && due.dueAt === null)
    return { ...due, timezone: null, deadline: null, remindAt: null };
  const timezone =
    named ?? (await findActiveZone(ctx, ownerId ?? ctx.actor.memberId)) ?? (await findWorkspaceZone(ctx));
  const { deadline, remindAt } = computeDueTimes(due, getZone(timezone), ctx.now);
  return { ...due, timezone, deadline, remindAt: ownerId === null ? null : remindAt };
}

/** The entry refers to the task: its title is read when the entry is. */
function addToTimelines(
  ctx: Ctx,
  kind: string,
  taskId: string,
  records: readonly Pick<Target, 'objectId' | 'id'>[],
): Promise<void> {
  const changes = records.map(({ objectId, id: recordId }) => ({
    id: generateUuid(),
    objectId,
    recordId,
    kind,
    detail: { taskId },
  }));
  return insertChanges(ctx, changes);
}

/** Open tasks of a user who leaves go to another one, or to nobody. */
export function leaveTasks(ctx: Ctx, { memberId, heirId }: Departure): Promise<void> {
  return reassignOpenTasks(ctx, memberId, heirId);
}

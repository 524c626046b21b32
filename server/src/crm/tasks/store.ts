import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import type { Place } from './rules.ts';

export interface TaskRecord {
  readonly objectId: string;
  readonly objectSlug: string;
  readonly id: string;
  readonly name: string;
}

export interface TaskRow {
  readonly id: string;
  readonly title: string;
  readonly note: string | null;
  readonly due_on: string | null;
  readonly due_at: string | null;
  readonly timezone: string | null;
  readonly deadline: string | null;
  readonly owner_id: string | null;
  readonly owner_name: string | null;
  readonly creator_id: string | null;
  readonly creator_name: string | null;
  readonly event_id: string | null;
  readonly event_title: string | null;
  readonly is_host: boolean;
  readonly records: readonly TaskRecord[];
  readonly done_at: string | null;
  readonly done_by: string | null;
  readonly done_by_name: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** By which open tasks are sorted. */
  readonly sort_at: string;
}

/** What the actor may see: everything, or what is theirs and what is about records of these objects. */
export interface TaskVisibility {
  readonly isAll: boolean;
  readonly objectIds: readonly string[];
}

/** The same expression as in the indexes. */
const sortAt = sql`coalesce(t.deadline, '9999-12-31 00:00:00+00')`;

const isHost = (ctx: Ctx) => sql`exists (
  select from event_host h
  where h.workspace_id = t.workspace_id and h.event_id = t.event_id and h.host_id = ${ctx.actor.memberId})`;

const isVisible = (ctx: Ctx, { isAll, objectIds }: TaskVisibility) =>
  isAll
    ? sql`true`
    : sql`(t.owner_id = ${ctx.actor.memberId} or t.creator_id = ${ctx.actor.memberId} or ${isHost(ctx)} or exists (
        select from crm_task_record x
        where x.workspace_id = t.workspace_id and x.task_id = t.id and x.object_id = ${matchAny(objectIds, 'uuid')}))`;

const nameOf = (member: string): RawBuilder<unknown> =>
  sql`trim(${sql.ref(`${member}.first_name`)} || ' ' || ${sql.ref(`${member}.last_name`)})`;

const tasks = (ctx: Ctx, sight: TaskVisibility) => sql`
  select t.id, t.title, t.note, t.due_on::text as due_on, t.due_at, t.timezone, t.deadline, t.owner_id, t.creator_id,
    t.event_id, t.done_at, t.done_by, t.created_at, t.updated_at, ${sortAt} as sort_at, ${isHost(ctx)} as is_host,
    ${nameOf('o')} as owner_name, ${nameOf('c')} as creator_name, ${nameOf('d')} as done_by_name, e.title as event_title,
    coalesce((
      select json_agg(json_build_object('objectId', x.object_id, 'objectSlug', k.slug, 'id', x.record_id,
        'name', coalesce(r.data ->> k.primary_attribute, '')) order by k.slug, r.created_at, r.id)
      from crm_task_record x
      join crm_object k on k.workspace_id = x.workspace_id and k.id = x.object_id
      join crm_record r on r.workspace_id = x.workspace_id and r.object_id = x.object_id and r.id = x.record_id
      where x.workspace_id = t.workspace_id and x.task_id = t.id
        and x.object_id = ${matchAny(sight.objectIds, 'uuid')}), '[]') as records
  from crm_task t
  left join member o on o.workspace_id = t.workspace_id and o.id = t.owner_id
  left join member c on c.workspace_id = t.workspace_id and c.id = t.creator_id
  left join member d on d.workspace_id = t.workspace_id and d.id = t.done_by
  left join scheduled_event e on e.workspace_id = t.workspace_id and e.id = t.event_id`;

export async function findTask(ctx: Ctx, sight: TaskVisibility, id: string): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    ${tasks(ctx, sight)} where t.workspace_id = ${ctx.workspaceId} and t.id = ${id} and ${isVisible(ctx, sight)}
  `.execute(ctx.db);
  return rows[0];
}

export async function lockTask(ctx: Ctx, id: string): Promise<void> {
  await sql`select from crm_task where workspace_id = ${ctx.workspaceId} and id = ${id} for update`.execute(
    ctx.db,
  );
}

export interface TaskFilter {
  readonly state: 'open' | 'done';
  readonly isOverdue: boolean;
  /** Null: nobody's. */
  readonly ownerId?: string | null | undefined;
  readonly record?: { readonly objectId: string; readonly id: string } | undefined;
  readonly eventId?: string | undefined;
}

function matching(ctx: Ctx, sight: TaskVisibility, filter: TaskFilter): RawBuilder<unknown> {
  const { state, isOverdue, ownerId, record, eventId } = filter;
  const conditions = [
    sql`t.workspace_id = ${ctx.workspaceId}`,
    state === 'open' ? sql`t.done_at is null` : sql`t.done_at is not null`,
    isVisible(ctx, sight),
    ...(isOverdue ? [sql`t.deadline <= ${ctx.now.toISOString()}`] : []),
    ...(ownerId === null ? [sql`t.owner_id is null`] : []),
    ...(ownerId ? [sql`t.owner_id = ${ownerId}`] : []),
    ...(eventId === undefined ? [] : [sql`t.event_id = ${eventId}`]),
    ...(record
      ? [
          sql`t.id in (select task_id from crm_task_record where workspace_id = ${ctx.workspaceId}
            and object_id = ${record.objectId} and record_id = ${record.id})`,
        ]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** Open ones by deadline, done ones latest first. */
export async function listTasks(
  ctx: Ctx,
  sight: TaskVisibility,
  filter: TaskFilter,
  { limit, offset, after }: { limit: number; offset: number; after: Place | undefined },
): Promise<TaskRow[]> {
  const isOpen = filter.state === 'open';
  const rest = isOpen
    ? sql`(${sortAt}, t.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`
    : sql`(t.done_at, t.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`;
  const { rows } = await sql<TaskRow>`
    ${tasks(ctx, sight)} where ${matching(ctx, sight, filter)} and ${after ? rest : sql`true`}
    order by ${isOpen ? sql`${sortAt}, t.id` : sql`t.done_at desc, t.id desc`}
    limit ${limit} offset ${after ? 0 : offset}
  `.execute(ctx.db);
  return rows;
}

export async function countTasks(ctx: Ctx, sight: TaskVisibility, filter: TaskFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from crm_task t where ${matching(ctx, sight, filter)}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

export interface TaskFields {
  readonly title: string;
  readonly note: string | null;
  readonly dueOn: string | null;
  readonly dueAt: string | null;
  readonly timezone: string | null;
  readonly deadline: string | null;
  readonly remindAt: string | null;
  readonly ownerId: string | null;
  readonly eventId: string | null;
}

export async function insertTask(ctx: Ctx, id: string, fields: TaskFields): Promise<void> {
  await sql`
    insert into crm_task (workspace_id, id, title, note, due_on, due_at, timezone, deadline, remind_at, owner_id, creator_id, event_id)
    values (${ctx.workspaceId}, ${id}, ${fields.title}, ${fields.note}, ${fields.dueOn}, ${fields.dueAt}, ${fields.timezone},
      ${fields.deadline}, ${fields.remindAt}, ${fields.ownerId}, ${ctx.actor.memberId || null}, ${fields.eventId})
  `.execute(ctx.db);
}

export async function updateTask(ctx: Ctx, id: string, fields: TaskFields): Promise<void> {
  await sql`
    update crm_task set title = ${fields.title}, note = ${fields.note}, due_on = ${fields.dueOn}, due_at = ${fields.dueAt},
      timezone = ${fields.timezone}, deadline = ${fields.deadline},
      remind_at = case when done_at is null then ${fields.remindAt}::timestamptz end, owner_id = ${fields.ownerId},
      event_id = ${fields.eventId}
    where workspace_id = ${ctx.workspaceId} and id = ${id}
  `.execute(ctx.db);
}

/** False when it is done already, also by another request meanwhile. */
export async function setDone(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update crm_task set done_at = ${ctx.now.toISOString()}, done_by = ${ctx.actor.memberId || null}, remind_at = null
    where workspace_id = ${ctx.workspaceId} and id = ${id} and done_at is null returning id
  `.execute(ctx.db);
  return rows.length > 0;
}

/** False when it is open already. */
export async function setOpen(ctx: Ctx, id: string, remindAt: string | null): Promise<boolean> {
  const { rows } = await sql`
    update crm_task set done_at = null, done_by = null, remind_at = ${remindAt}
    where workspace_id = ${ctx.workspaceId} and id = ${id} and done_at is not null returning id
  `.execute(ctx.db);
  return rows.length > 0;
}

export async function deleteTask(ctx: Ctx, id: string): Promise<void> {
  await sql`delete from crm_task where workspace_id = ${ctx.workspaceId} and id = ${id}`.execute(ctx.db);
}

export async function insertTaskRecords(
  ctx: Ctx,
  taskId: string,
  records: readonly Pick<TaskRecord, 'objectId' | 'id'>[],
): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into crm_task_record (workspace_id, task_id, object_id, record_id)
    select ${ctx.workspaceId}, ${taskId}, * from unnest(${records.map(({ objectId }) => objectId)}::uuid[],
      ${records.map(({ id }) => id)}::uuid[])
    on conflict do nothing
  `.execute(ctx.db);
}

export async function deleteTaskRecords(
  ctx: Ctx,
  taskId: string,
  recordIds: readonly string[],
): Promise<void> {
  if (recordIds.length === 0) return;
  await sql`
    delete from crm_task_record where workspace_id = ${ctx.workspaceId} and task_id = ${taskId}
      and record_id = ${matchAny(recordIds, 'uuid')}
  `.execute(ctx.db);
}

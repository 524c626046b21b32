import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import type { Columns, Data } from '../values/public.ts';

export interface RecordRow {
  readonly id: string;
  readonly version: number;
  readonly data: Data;
  /** Keys that a person wrote: the manual keys. */
  readonly by_hand: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewRecord {
  readonly id: string;
  readonly data: Data;
  readonly manualKeys: readonly string[];
  readonly columns: Columns;
}

const slotNames = [
  ...Array.from({ length: 8 }, (_, index) => `t${index + 1}`),
  ...Array.from({ length: 8 }, (_, index) => `n${index + 1}`),
  ...Array.from({ length: 4 }, (_, index) => `d${index + 1}`),
];

const slotTypes: Record<string, string> = { t: 'text', n: 'float8', d: 'timestamptz' };
const slotColumns = sql.raw(slotNames.join(', '));
const slotFields = sql.raw(slotNames.map((name) => `${name} ${slotTypes[name.charAt(0)]}`).join(', '));
const slotChanges = sql.raw(slotNames.map((name) => `${name} = x.${name}`).join(', '));
const rowColumns = sql.raw('id, version, data, by_hand, created_at, updated_at');

/** Any number of records travels as one JSON text, so that the statement is always the same. */
function asTable(records: readonly NewRecord[]) {
  const rows = records.map(({ id, data, manualKeys, columns }) => ({
    id,
    data,
    by_hand: manualKeys,
    search: columns.search,
    rest: columns.rest,
    ...columns.slots,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x (id uuid, data jsonb, by_hand text[], search text, rest jsonb, ${slotFields})`;
}

type Stamp = Pick<RecordRow, 'id' | 'version' | 'created_at' | 'updated_at'>;

/** Rows as they were written: what the database added to what it was given. */
function stamped(records: readonly NewRecord[], stamps: readonly Stamp[]): RecordRow[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return stamps.flatMap((stamp) => {
    const record = byId.get(stamp.id);
    return record ? [{ ...stamp, data: record.data, by_hand: record.manualKeys }] : [];
  });
}

/** Inserts documents with their columns. The caller also counts them (`addToCount`). */
export async function insertRecords(
  ctx: Ctx,
  objectId: string,
  records: readonly NewRecord[],
): Promise<RecordRow[]> {
  const result = await sql<Stamp>`
    insert into crm_record (workspace_id, object_id, id, data, by_hand, search, rest, ${slotColumns})
    select ${ctx.workspaceId}, ${objectId}, id, data, by_hand, search, rest, ${slotColumns} from ${asTable(records)}
    returning id, version, created_at, updated_at
  `.execute(ctx.db);
  return stamped(records, result.rows);
}

/** Writes records that are locked. */
export async function updateRecords(
  ctx: Ctx,
  objectId: string,
  records: readonly NewRecord[],
): Promise<RecordRow[]> {
  if (records.length === 0) return [];
  const result = await sql<Stamp>`
    update crm_record r
    set data = x.data, by_hand = x.by_hand, search = x.search, rest = x.rest, version = r.version + 1, ${slotChanges}
    from ${asTable(records)}
    where r.workspace_id = ${ctx.workspaceId} and r.object_id = ${objectId} and r.id = x.id
    returning r.id, r.version, r.created_at, r.updated_at
  `.execute(ctx.db);
  return stamped(records, result.rows);
}

/** Gives records a new version because their links changed, and adds manual keys if there are any. */
export async function touchRecords(
  ctx: Ctx,
  objectId: string,
  ids: readonly string[],
  manualKeys: readonly string[] = [],
): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const marked = sql`, by_hand = array(select distinct unnest(by_hand || ${manualKeys}::text[]))`;
  const result = await sql<RecordRow>`
    update crm_record set version = version + 1 ${manualKeys.length > 0 ? marked : sql``}
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${matchAny(ids, 'uuid')}
    returning ${rowColumns}
  `.execute(ctx.db);
  return result.rows;
}

/** A record that is restored keeps the time of its creation. */
export async function setCreatedAt(ctx: Ctx, objectId: string, id: string, at: string): Promise<void> {
  await sql`
    update crm_record set created_at = ${at}
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${id}
  `.execute(ctx.db);
}

/**
 * Deletes records with their keys, picks, links, notes and meetings, and the tasks that are about nothing else. The caller
 * also counts them (`addToCount`).
 */
export async function deleteRecords(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from crm_task t where t.workspace_id = ${ctx.workspaceId} and t.id in (
      select x.task_id from crm_task_record x where x.workspace_id = ${ctx.workspaceId} and x.object_id = ${objectId}
        and x.record_id = ${matchAny(ids, 'uuid')})
      and ${isTaskOfOnly(ctx, objectId, ids)}
  `.execute(ctx.db);
  await sql`
    delete from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
}

/** Whether a task `t` is about no event and no other record. */
export const isTaskOfOnly = (ctx: Ctx, objectId: string, ids: readonly string[]) => sql`
  t.event_id is null and not exists (
    select from crm_task_record other where other.workspace_id = ${ctx.workspaceId} and other.task_id = t.id
      and not (other.object_id = ${objectId} and other.record_id = ${matchAny(ids, 'uuid')}))`;

/**
 * Adds to the number of an object's records. It is kept in 16 rows, so that writers seldom wait for each other's, and
 * written last, so that a long transaction locks one only briefly.
 */
export async function addToCount(ctx: Ctx, objectId: string, change: number): Promise<void> {
  if (change === 0) return;
  await sql`
    insert into crm_count as c (workspace_id, object_id, share, total)
    values (${ctx.workspaceId}, ${objectId}, pg_backend_pid() % 16, ${change}::bigint)
    on conflict (workspace_id, object_id, share) do update set total = c.total + excluded.total
  `.execute(ctx.db);
}

export async function countRecords(ctx: Ctx, objectId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('crm_count')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('object_id', '=', objectId)
    .select(sql<number>`coalesce(sum(total), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function findRecords(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const result = await sql<RecordRow>`
    select ${rowColumns} from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${matchAny(ids, 'uuid')}
    order by id
  `.execute(ctx.db);
  return result.rows;
}

/** Locks records for an update, always in the order of their ids, so that two transactions can't deadlock on them. */
export async function lockRecords(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const result = await sql<RecordRow>`
    select ${rowColumns} from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${matchAny(ids, 'uuid')}
    order by id for no key update
  `.execute(ctx.db);
  return result.rows;
}

/**
 * Locks records that are to be deleted, before anything looks for what needs them: `lockRecords` lets others link a record
 * meanwhile (`lockPartners`), this waits for those and makes later ones wait.
 */
export async function lockForDeletion(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${matchAny(ids, 'uuid')}
    order by id for update
  `.execute(ctx.db);
}

export async function lockRecord(ctx: Ctx, objectId: string, id: string): Promise<RecordRow | undefined> {
  const [record] = await lockRecords(ctx, objectId, [id]);
  return record;
}

const locks = { lock: sql`for no key update`, read: sql`` };

/** The next records after one, by id: for work that goes through all records of an object in batches. */
export async function findRecordsAfter(
  ctx: Ctx,
  objectId: string,
  { after, limit, mode }: { after: string | null; limit: number; mode: keyof typeof locks },
): Promise<RecordRow[]> {
  const result = await sql<RecordRow>`
    select ${rowColumns} from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId}
      and id > ${after ?? '00000000-0000-0000-0000-000000000000'}
    order by id limit ${limit} ${locks[mode]}
  `.execute(ctx.db);
  return result.rows;
}

/** Which of these records the actor created, or is assigned to by a user attribute. */
export async function findOwn(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select x.id from unnest(${ids}::uuid[]) as x (id)
    where exists (select from crm_change c where c.workspace_id = ${ctx.workspaceId} and c.record_id = x.id
        and c.kind = 'record.created' and c.member_id = ${ctx.actor.memberId})
      or exists (select from crm_pick p
        join crm_attribute a on a.workspace_id = p.workspace_id and a.id = p.attribute_id and a.type = 'user'
        where p.workspace_id = ${ctx.workspaceId} and p.object_id = ${objectId} and p.record_id = x.id
          and p.value = ${ctx.actor.memberId})
  `.execute(ctx.db);
  return result.rows.map((row) => row.id);
}

/** Which of these are users of the workspace, including deactivated ones, whom records keep. */
export async function findMemberIds(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const result = await sql<{ id: string }>`
    select id from member where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'text')}
  `.execute(ctx.db);
  return result.rows.map((row) => row.id);
}

import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { anyOf } from '../../platform/db/any-of.ts';
import type { Columns, Data } from './columns.rules.ts';

export interface RecordRow {
  readonly id: string;
  readonly version: number;
  readonly data: Data;
  readonly by_hand: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

export interface NewRecord {
  readonly id: string;
  readonly data: Data;
  readonly byHand: readonly string[];
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
const shown = sql.raw('id, version, data, by_hand, created_at, updated_at');

/** The statement is the same for one record and for a thousand: they travel as one JSON text. */
function asJson(records: readonly NewRecord[]): string {
  return JSON.stringify(
    records.map(({ id, data, byHand, columns }) => ({
      id,
      data,
      by_hand: byHand,
      search: columns.search,
      rest: columns.rest,
      ...columns.slots,
    })),
  );
}

/** Document, columns and the count of the object in one statement. */
export async function insertRecords(
  ctx: Ctx,
  objectId: string,
  records: readonly NewRecord[],
): Promise<RecordRow[]> {
  const result = await sql<RecordRow>`
    with added as (
      ${insertion(ctx, objectId, records)} returning ${shown}
    ), counted as (
      ${countChange(ctx, objectId, records.length)}
    )
    select ${shown} from added
  `.execute(ctx.db);
  return result.rows;
}

/** The same for very many. They are to be counted at the end (`countMore`): others may wait for the count. */
export async function insertUncounted(
  ctx: Ctx,
  objectId: string,
  records: readonly NewRecord[],
): Promise<void> {
  await insertion(ctx, objectId, records).execute(ctx.db);
}

function insertion(ctx: Ctx, objectId: string, records: readonly NewRecord[]) {
  return sql`insert into crm_record (workspace_id, object_id, id, data, by_hand, search, rest, ${slotColumns})
      select ${ctx.workspaceId}, ${objectId}, id, data, by_hand, search, rest, ${slotColumns}
      from jsonb_to_recordset(${asJson(records)}::jsonb)
        as x (id uuid, data jsonb, by_hand text[], search text, rest jsonb, ${slotFields})`;
}

/** One share of the count for each connection, more or less, so that writers seldom meet on a row. */
const ownShare = sql`pg_backend_pid() % 16`;
/**
 * Imports have one of their own. A batch ends after the one before it, which the database knows nothing of: so it must not
 * hold what somebody waits for whom that one could wait for.
 */
export const importShare = sql`16`;

export async function countMore(ctx: Ctx, objectId: string, change: number, share = ownShare): Promise<void> {
  if (change !== 0) await countChange(ctx, objectId, change, share).execute(ctx.db);
}

function countChange(ctx: Ctx, objectId: string, change: number, share = ownShare) {
  return sql`insert into crm_count as c (workspace_id, object_id, share, total)
    values (${ctx.workspaceId}, ${objectId}, ${share}, ${change}::bigint)
    on conflict (workspace_id, object_id, share) do update set total = c.total + excluded.total`;
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
    select ${shown} from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${anyOf(ids, 'uuid')}
    order by id
  `.execute(ctx.db);
  return result.rows;
}

/** A record, held until the transaction ends: of two changes at once, the second sees what the first did. */
export async function lockRecord(ctx: Ctx, objectId: string, id: string): Promise<RecordRow | undefined> {
  const result = await sql<RecordRow>`
    select ${shown} from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${id} for no key update
  `.execute(ctx.db);
  return result.rows[0];
}

/** Writes records that are held. */
export async function updateRecords(
  ctx: Ctx,
  objectId: string,
  records: readonly NewRecord[],
): Promise<RecordRow[]> {
  const result = await sql<RecordRow>`
    update crm_record r
    set data = x.data, by_hand = x.by_hand, search = x.search, rest = x.rest, version = r.version + 1, ${slotChanges}
    from jsonb_to_recordset(${asJson(records)}::jsonb)
      as x (id uuid, data jsonb, by_hand text[], search text, rest jsonb, ${slotFields})
    where r.workspace_id = ${ctx.workspaceId} and r.object_id = ${objectId} and r.id = x.id
    returning r.id, r.version, r.data, r.by_hand, r.created_at, r.updated_at
  `.execute(ctx.db);
  return result.rows;
}

/** Notes that something around records changed which is not in their rows: their links, by hand if a key is given. */
export async function touchRecords(
  ctx: Ctx,
  objectId: string,
  ids: readonly string[],
  byHand: readonly string[] = [],
): Promise<RecordRow[]> {
  const written = sql`, by_hand = array(select distinct unnest(by_hand || ${byHand}::text[]))`;
  const result = await sql<RecordRow>`
    update crm_record set version = version + 1 ${byHand.length > 0 ? written : sql``}
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${anyOf(ids, 'uuid')}
    returning ${shown}
  `.execute(ctx.db);
  return result.rows;
}

/** Records go with their keys, picks, links, notes and meetings. */
export async function deleteRecords(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<number> {
  const deleted = await deleteUncounted(ctx, objectId, ids);
  await countMore(ctx, objectId, -deleted);
  return deleted;
}

export async function deleteUncounted(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<number> {
  const result = await sql<{ id: string }>`
    delete from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${anyOf(ids, 'uuid')}
    returning id
  `.execute(ctx.db);
  return result.rows.length;
}

/** Some records after one, in the order of their ids: for work that goes through all of an object. */
export async function recordsAfter(
  ctx: Ctx,
  objectId: string,
  after: string | null,
  limit: number,
): Promise<RecordRow[]> {
  const from = after ?? '00000000-0000-0000-0000-000000000000';
  const result = await sql<RecordRow>`
    select ${shown} from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id > ${from}
    order by id limit ${limit}
  `.execute(ctx.db);
  return result.rows;
}

interface Pick {
  readonly attributeId: string;
  readonly value: string;
  readonly recordId: string;
}

export async function insertPicks(ctx: Ctx, objectId: string, picks: readonly Pick[]): Promise<void> {
  if (picks.length === 0) return;
  await sql`
    insert into crm_pick (workspace_id, attribute_id, value, object_id, record_id)
    select ${ctx.workspaceId}, x."attributeId", x.value, ${objectId}, x."recordId"
    from jsonb_to_recordset(${JSON.stringify(picks)}::jsonb) as x ("attributeId" uuid, value text, "recordId" uuid)
    on conflict do nothing
  `.execute(ctx.db);
}

export async function dropPicks(
  ctx: Ctx,
  objectId: string,
  recordId: string,
  attributeIds: readonly string[],
): Promise<void> {
  if (attributeIds.length === 0) return;
  await sql`
    delete from crm_pick
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and record_id = ${recordId}
      and attribute_id = any (${attributeIds}::uuid[])
  `.execute(ctx.db);
}

/** Which of these are users of the workspace; past ones too, since records keep them. */
export async function findMemberIds(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const result = await sql<{ id: string }>`
    select id from member where workspace_id = ${ctx.workspaceId} and id = ${anyOf(ids, 'text')}
  `.execute(ctx.db);
  return result.rows.map((row) => row.id);
}

/** Records held until the transaction ends, in one order whoever holds them. */
export async function lockRecords(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const result = await sql<RecordRow>`
    select id, version, data, by_hand, created_at, updated_at from crm_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${anyOf(ids, 'uuid')}
    order by id for no key update
  `.execute(ctx.db);
  return result.rows;
}

/** Forgets what records have picked of these attributes. */
export async function dropPicksOf(
  ctx: Ctx,
  objectId: string,
  picks: readonly { readonly recordId: string; readonly attributeId: string }[],
): Promise<void> {
  if (picks.length === 0) return;
  await sql`
    delete from crm_pick p
    using jsonb_to_recordset(${JSON.stringify(picks)}::jsonb) as x ("recordId" uuid, "attributeId" uuid)
    where p.workspace_id = ${ctx.workspaceId} and p.object_id = ${objectId}
      and p.record_id = x."recordId" and p.attribute_id = x."attributeId"
  `.execute(ctx.db);
}

import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import { toUniqueKey, type UniqueKey } from '../values/public.ts';
import type { RecordRow } from './store.ts';

/** A unique key that a record has, or is to have. */
export interface Claim extends UniqueKey {
  readonly recordId: string;
}

/** Always in the same order, so that two transactions can't deadlock on them. */
function sorted(claims: readonly Claim[]): string {
  const order = ({ attributeId, key }: Claim) => `${attributeId} ${key}`;
  return JSON.stringify(claims.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)));
}

/** Inserts the claims that nobody has, and returns those. Waits for a transaction that is about to take one. */
export async function insertClaims(ctx: Ctx, objectId: string, claims: readonly Claim[]): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const result = await sql<Claim>`
    insert into crm_unique (workspace_id, attribute_id, key_norm, object_id, record_id)
    select ${ctx.workspaceId}, x."attributeId", x.key, ${objectId}, x."recordId"
    from jsonb_to_recordset(${sorted(claims)}::jsonb) as x ("attributeId" uuid, key text, "recordId" uuid)
    on conflict do nothing
    returning attribute_id as "attributeId", key_norm as key, record_id as "recordId"
  `.execute(ctx.db);
  return result.rows;
}

export async function deleteClaims(ctx: Ctx, objectId: string, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    delete from crm_unique u
    using jsonb_to_recordset(${sorted(claims)}::jsonb) as x ("attributeId" uuid, key text, "recordId" uuid)
    where u.workspace_id = ${ctx.workspaceId} and u.attribute_id = x."attributeId" and u.key_norm = x.key
      and u.object_id = ${objectId} and u.record_id = x."recordId"
  `.execute(ctx.db);
}

export async function deleteClaimsOfAttribute(ctx: Ctx, attributeId: string): Promise<void> {
  await sql`
    delete from crm_unique where workspace_id = ${ctx.workspaceId} and attribute_id = ${attributeId}
  `.execute(ctx.db);
}

/** The records that have these keys, by key. */
export async function findOwners(
  ctx: Ctx,
  attributeId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const result = await sql<{ key: string; recordId: string }>`
    select key_norm as key, record_id as "recordId" from crm_unique
    where workspace_id = ${ctx.workspaceId} and attribute_id = ${attributeId} and key_norm = ${matchAny(keys, 'text')}
    order by key_norm
  `.execute(ctx.db);
  return new Map(result.rows.map(({ key, recordId }) => [key, recordId]));
}

export async function findClaims(ctx: Ctx, objectId: string, recordIds: readonly string[]): Promise<Claim[]> {
  if (recordIds.length === 0) return [];
  const result = await sql<Claim>`
    select attribute_id as "attributeId", key_norm as key, record_id as "recordId" from crm_unique
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and record_id = ${matchAny(recordIds, 'uuid')}
  `.execute(ctx.db);
  return result.rows;
}

/** The records that have these unique values, by value. Each key is looked up by itself, whatever the planner estimates. */
export async function findRecordsByKey(
  ctx: Ctx,
  objectId: string,
  attributeId: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, RecordRow>> {
  if (values.length === 0) return new Map();
  const result = await sql<RecordRow & { value: string }>`
    select x.value, r.id, r.version, r.data, r.by_hand, r.created_at, r.updated_at
    from unnest(${values}::text[], ${values.map(toUniqueKey)}::text[]) as x (value, key)
    cross join lateral (
      select record_id from crm_unique
      where workspace_id = ${ctx.workspaceId} and attribute_id = ${attributeId} and key_norm = x.key offset 0) u
    cross join lateral (
      select * from crm_record
      where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = u.record_id offset 0) r
  `.execute(ctx.db);
  return new Map(result.rows.map(({ value, ...row }) => [value, row]));
}

/** The keys of every record that was unique by one of these values. */
export async function deleteUniqueKeys(ctx: Ctx, values: readonly string[]): Promise<void> {
  await sql`
    delete from crm_unique where workspace_id = ${ctx.workspaceId} and key_norm = any (${values}::text[])
  `.execute(ctx.db);
}

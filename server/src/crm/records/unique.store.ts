import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { anyOf } from '../../platform/db/any-of.ts';
import type { RecordRow } from './records.store.ts';

export interface Claim {
  readonly attributeId: string;
  readonly key: string;
  readonly recordId: string;
}

/** In one order whoever claims, so that nobody waits for who waits for them. */
function sorted(claims: readonly Claim[]): string {
  const order = ({ attributeId, key }: Claim) => `${attributeId} ${key}`;
  return JSON.stringify(claims.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)));
}

/**
 * Claims keys for records and answers with those it got. Somebody who is about to take one is waited for; whoever has it
 * keeps it.
 */
export async function claimKeys(ctx: Ctx, objectId: string, claims: readonly Claim[]): Promise<Claim[]> {
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

/** Who has these keys. */
export async function findKeys(
  ctx: Ctx,
  attributeId: string,
  keys: readonly string[],
): Promise<{ key: string; recordId: string }[]> {
  if (keys.length === 0) return [];
  const result = await sql<{ key: string; recordId: string }>`
    select key_norm as key, record_id as "recordId" from crm_unique
    where workspace_id = ${ctx.workspaceId} and attribute_id = ${attributeId} and key_norm = ${anyOf(keys, 'text')}
    order by key_norm
  `.execute(ctx.db);
  return result.rows;
}

/** All keys that these records have. */
export async function keysOfRecords(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<Claim[]> {
  if (ids.length === 0) return [];
  const result = await sql<Claim>`
    select attribute_id as "attributeId", key_norm as key, record_id as "recordId" from crm_unique
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and record_id = ${anyOf(ids, 'uuid')}
  `.execute(ctx.db);
  return result.rows;
}

/** The record that has a key, in one query, which goes by the key first whatever the planner knows of the tables. */
export async function findRecordByKey(
  ctx: Ctx,
  objectId: string,
  attributeId: string,
  key: string,
): Promise<RecordRow | undefined> {
  const result = await sql<RecordRow>`
    select r.id, r.version, r.data, r.by_hand, r.created_at, r.updated_at
    from crm_record r
    where r.workspace_id = ${ctx.workspaceId} and r.object_id = ${objectId} and r.id = (
      select record_id from crm_unique
      where workspace_id = ${ctx.workspaceId} and attribute_id = ${attributeId} and key_norm = ${key})
  `.execute(ctx.db);
  return result.rows[0];
}

export async function releaseKeys(ctx: Ctx, objectId: string, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    delete from crm_unique u
    using jsonb_to_recordset(${sorted(claims)}::jsonb) as x ("attributeId" uuid, key text, "recordId" uuid)
    where u.workspace_id = ${ctx.workspaceId} and u.attribute_id = x."attributeId" and u.key_norm = x.key
      and u.object_id = ${objectId} and u.record_id = x."recordId"
  `.execute(ctx.db);
}

/** An attribute is unique no longer. */
export async function releaseAttribute(ctx: Ctx, attributeId: string): Promise<void> {
  await sql`
    delete from crm_unique where workspace_id = ${ctx.workspaceId} and attribute_id = ${attributeId}
  `.execute(ctx.db);
}

import { sql, type Insertable, type Updateable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { allocateId } from '../../platform/db/counter.ts';
import { runInSavepoint } from '../../platform/db/savepoint.ts';
import type { CrmAttribute, CrmObject, CrmRelation } from '../../platform/db/schema.gen.ts';

type New<Table> = Omit<Insertable<Table>, 'workspace_id'>;

/** False when the slug is in use. */
export async function insertObject(ctx: Ctx, row: New<CrmObject>): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('crm_object')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'slug']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Updates objects. Always with a new revision, so that cached definitions are no longer used. */
export async function updateObjects(
  ctx: Ctx,
  ids: readonly string[],
  changes: Updateable<CrmObject> = {},
): Promise<void> {
  await ctx.db
    .updateTable('crm_object')
    .set({ ...changes, revision: sql<string>`gen_random_uuid()` })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', 'in', ids)
    .execute();
}

/** Locks objects like `alter`, always in the order of their ids, so that two transactions can't deadlock on them. */
export async function lockObjects(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.db
    .selectFrom('crm_object')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', 'in', ids)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function insertAttribute(ctx: Ctx, row: Omit<New<CrmAttribute>, 'position'>): Promise<void> {
  await ctx.db
    .insertInto('crm_attribute')
    .values({
      ...row,
      workspace_id: ctx.workspaceId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from crm_attribute
        where workspace_id = ${ctx.workspaceId} and object_id = ${row.object_id})`,
    })
    .execute();
}

/** Moves an attribute among those that are not standard. The caller has locked the object. */
export async function moveAttribute(
  ctx: Ctx,
  { objectId, id, place }: { readonly objectId: string; readonly id: string; readonly place: number },
): Promise<void> {
  // Between the places of the others, which stay in their order.
  await sql`
    with others as (
      select id, row_number() over (order by position) - 1 as place from crm_attribute
      where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and not is_standard and deleted_at is null
        and id <> ${id}
    ), ordered as (
      select id, row_number() over (order by place, (id = ${id}) desc) as rank from (
        select id, place::numeric from others union all select ${id}::uuid, ${place}::numeric
      ) all_of_them
    ), first as (
      select min(position) as position from crm_attribute
      where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and not is_standard and deleted_at is null
    )
    update crm_attribute a set position = first.position + ordered.rank - 1 from ordered, first
    where a.workspace_id = ${ctx.workspaceId} and a.id = ordered.id
      and a.position <> first.position + ordered.rank - 1
  `.execute(ctx.db);
}

export async function updateAttribute(
  ctx: Ctx,
  id: string,
  changes: Updateable<CrmAttribute>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await ctx.db
    .updateTable('crm_attribute')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export function removeAttribute(ctx: Ctx, id: string, at: string): Promise<void> {
  return updateAttribute(ctx, id, { deleted_at: at, is_removed: true });
}

/** Deletes the attributes on both sides of a relation. */
export async function removeRelation(ctx: Ctx, relationId: string, at: string): Promise<void> {
  await ctx.db
    .updateTable('crm_attribute')
    .set({ deleted_at: at, is_removed: true })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('relation_id', '=', relationId)
    .execute();
}

export async function renamePartnerAttribute(
  ctx: Ctx,
  relation: { readonly id: string; readonly side: 'from' | 'to' },
  label: string,
): Promise<void> {
  await ctx.db
    .updateTable('crm_attribute')
    .set({ label })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('relation_id', '=', relation.id)
    .where('relation_side', '<>', relation.side)
    .execute();
}

export async function insertRelation(ctx: Ctx, row: New<CrmRelation>): Promise<void> {
  await ctx.db
    .insertInto('crm_relation')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

interface OptionFields {
  readonly id?: number | undefined;
  readonly value: string;
  readonly color: string;
  /** As before if it is not given. */
  readonly isArchived?: boolean | undefined;
}

/** Makes these the options of an attribute: those with an id are kept, those without are new, all others are deleted. */
export async function replaceOptions(
  ctx: Ctx,
  attributeId: string,
  options: readonly OptionFields[],
): Promise<void> {
  const rows = [];
  for (const [position, option] of options.entries()) {
    rows.push({ ...option, position, id: option.id ?? (await allocateId(ctx, 'crm_option')) });
  }
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (id integer, position integer, value text, color text, "isArchived" boolean)
    ), deleted as (
      update crm_option set deleted_at = now()
      where workspace_id = ${ctx.workspaceId} and attribute_id = ${attributeId} and deleted_at is null
        and id not in (select id from given)
    )
    insert into crm_option as o (workspace_id, attribute_id, id, position, value, color, is_archived)
    select ${ctx.workspaceId}, ${attributeId}, id, position, value, color,
      coalesce("isArchived", (select is_archived from crm_option k where k.workspace_id = ${ctx.workspaceId} and k.id = given.id), false)
    from given
    on conflict (workspace_id, id) do update set position = excluded.position, value = excluded.value,
      color = excluded.color, is_archived = excluded.is_archived
  `.execute(ctx.db);
}

/** Deletes the relation attributes from and to an object. Returns the objects that had them. */
export async function deleteObjectRelations(ctx: Ctx, objectId: string, at: string): Promise<string[]> {
  const result = await sql<{ object_id: string }>`
    update crm_attribute set deleted_at = ${at}
    where workspace_id = ${ctx.workspaceId} and deleted_at is null and relation_id in (
      select id from crm_relation
      where workspace_id = ${ctx.workspaceId} and (from_object_id = ${objectId} or to_object_id = ${objectId}))
    returning object_id
  `.execute(ctx.db);
  return result.rows.map((row) => row.object_id);
}

export interface DeletedObject {
  readonly id: string;
  readonly deleted_at: string;
}

/** The object with this id, or the one that had this slug last, if it was deleted after a time. */
export async function lockDeletedObject(
  ctx: Ctx,
  slugOrId: string,
  since: string,
): Promise<DeletedObject | undefined> {
  const result = await sql<DeletedObject>`
    select id, deleted_at from crm_object
    where workspace_id = ${ctx.workspaceId} and ${slugOrId} in (slug, id::text) and deleted_at > ${since}
    order by deleted_at desc limit 1 for update
  `.execute(ctx.db);
  return result.rows[0];
}

/** False when another object has its slug. */
export async function undeleteObject(ctx: Ctx, id: string): Promise<boolean> {
  try {
    await runInSavepoint(ctx, () => updateObjects(ctx, [id], { deleted_at: null }));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return false;
    throw error;
  }
}

/**
 * The relation attributes that were deleted with an object, of relations whose other object exists. Those of the others are
 * from now on deleted with the other object.
 */
export async function undeleteRelations(
  ctx: Ctx,
  objectId: string,
  at: string,
): Promise<{ id: string; object_id: string; key: string }[]> {
  const relations = sql`
    select r.id, o.deleted_at from crm_relation r
    join crm_object o on o.workspace_id = r.workspace_id
      and o.id = case r.from_object_id when ${objectId} then r.to_object_id else r.from_object_id end
    where r.workspace_id = ${ctx.workspaceId} and (r.from_object_id = ${objectId} or r.to_object_id = ${objectId})`;
  await sql`
    update crm_attribute a set deleted_at = r.deleted_at from (${relations}) r
    where a.workspace_id = ${ctx.workspaceId} and a.relation_id = r.id and a.deleted_at = ${at}
      and r.deleted_at is not null
  `.execute(ctx.db);
  const result = await sql<{ id: string; object_id: string; key: string }>`
    select a.id, a.object_id, a.key from crm_attribute a join (${relations}) r on r.id = a.relation_id
    where a.workspace_id = ${ctx.workspaceId} and a.deleted_at = ${at} and r.deleted_at is null
    order by a.id
  `.execute(ctx.db);
  return result.rows;
}

/** People and companies, for a new workspace. */
export async function insertStandardObjects(ctx: Ctx): Promise<void> {
  await sql`select crm_furnish(${ctx.workspaceId})`.execute(ctx.db);
}

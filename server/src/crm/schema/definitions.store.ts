import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { CrmAttribute, CrmObject, CrmOption, CrmRelation } from '../../platform/db/schema.gen.ts';

export type ObjectRow = Selectable<CrmObject>;
export type AttributeRow = Selectable<CrmAttribute>;
export type OptionRow = Selectable<CrmOption>;

/** A relation as one of its two attributes sees it, with the related object and the attribute there. */
export interface PartnerRow extends Omit<Selectable<CrmRelation>, 'workspace_id'> {
  readonly attribute_id: string;
  readonly object_id: string;
  readonly slug: string;
  readonly label: string;
  readonly key: string;
  readonly is_required: boolean;
  readonly user_permission: string;
}

/** What is read of an object in every request; the rest is cached under its revision. */
interface Head {
  readonly id: string;
  readonly revision: string;
  readonly is_active: boolean;
  readonly crm_enabled: boolean;
}

/**
 * `write` is for transactions that write records, and lets them run side by side. `alter` waits for all of them and keeps
 * new ones waiting, so that no record is written by a definition that has just changed. `rename` waits only for other
 * changes of the definition: it is for changes after which every record is still valid.
 */
export type LockMode = 'read' | 'write' | 'rename' | 'alter';

const locks = {
  read: sql``,
  write: sql`for key share of o`,
  rename: sql`for no key update of o`,
  alter: sql`for update of o`,
};

export async function findHead(ctx: Ctx, slug: string, lock: LockMode): Promise<Head | undefined> {
  const result = await sql<Head>`
    select o.id, o.revision, o.is_active, w.crm_enabled
    from crm_object o join workspace w on w.workspace_id = o.workspace_id
    where o.workspace_id = ${ctx.workspaceId} and o.slug = ${slug} and o.deleted_at is null ${locks[lock]}
  `.execute(ctx.db);
  return result.rows[0];
}

export async function isCrmEnabled(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .select('crm_enabled')
    .executeTakeFirst();
  return row?.crm_enabled ?? false;
}

export function findObject(ctx: Ctx, objectId: string): Promise<ObjectRow | undefined> {
  return ctx.db
    .selectFrom('crm_object')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', objectId)
    .selectAll()
    .executeTakeFirst();
}

interface ListedObject {
  /** Permissions of users with which an object is left out. */
  readonly hidden: readonly string[];
  /** Objects that were deleted after this time, instead of those that were not. */
  readonly deletedSince: string | null;
}

function objects(ctx: Ctx, { hidden, deletedSince }: ListedObject) {
  return ctx.db
    .selectFrom('crm_object')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('deleted_at', deletedSince === null ? 'is' : '>', deletedSince)
    .where('user_permission', 'not in', hidden);
}

/** Standard objects first, then in the order of their creation. */
export async function listObjectIds(
  ctx: Ctx,
  { limit, offset, ...listed }: { limit: number; offset: number } & ListedObject,
): Promise<string[]> {
  const rows = await objects(ctx, listed)
    .select('id')
    .orderBy('is_standard', 'desc')
    .orderBy(sql`case slug when 'people' then 0 else 1 end`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

export async function countObjects(ctx: Ctx, listed: ListedObject): Promise<number> {
  const row = await objects(ctx, listed)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Also those that were deleted by themselves. */
export function findAttributes(ctx: Ctx, objectId: string): Promise<AttributeRow[]> {
  return ctx.db
    .selectFrom('crm_attribute')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('object_id', '=', objectId)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('is_removed', '=', true)]))
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function findOptions(ctx: Ctx, attributeIds: readonly string[]): Promise<OptionRow[]> {
  if (attributeIds.length === 0) return Promise.resolve([]);
  return ctx.db
    .selectFrom('crm_option')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('attribute_id', '=', sql<string>`any (${attributeIds}::uuid[])`)
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** For each relation attribute of an object: the relation, and the attribute on the other side. */
export async function findPartners(ctx: Ctx, objectId: string): Promise<PartnerRow[]> {
  const result = await sql<PartnerRow>`
    select mine.id as attribute_id, theirs.object_id, o.slug, o.user_permission, theirs.label,
      theirs.key, theirs.is_required and not theirs.is_archived as is_required,
      r.id, r.from_object_id, r.to_object_id, r.from_single, r.to_single
    from crm_attribute mine
    join crm_relation r on r.workspace_id = mine.workspace_id and r.id = mine.relation_id
    join crm_attribute theirs on theirs.workspace_id = mine.workspace_id and theirs.relation_id = mine.relation_id
      and theirs.relation_side <> mine.relation_side
    join crm_object o on o.workspace_id = theirs.workspace_id and o.id = theirs.object_id
    where mine.workspace_id = ${ctx.workspaceId} and mine.object_id = ${objectId} and mine.relation_id is not null
  `.execute(ctx.db);
  return result.rows;
}

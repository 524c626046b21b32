import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Filter } from './filter.rules.ts';
import { compileFilter, findSortColumn, type Attributes } from './filter.store.ts';

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly language: string;
  readonly timezone: string;
  readonly role: string;
  readonly is_active: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

const userName = sql`coalesce(s.user_name, m.email)`;
const fullName = sql`trim(m.first_name || ' ' || m.last_name)`;

const attributes: Attributes = {
  columns: {
    id: { sql: sql`m.id`, type: 'id' },
    externalid: { sql: sql`s.external_id`, type: 'id' },
    username: { sql: userName, type: 'text' },
    displayname: { sql: fullName, type: 'text' },
    name: { sql: fullName, type: 'text' },
    'name.formatted': { sql: fullName, type: 'text' },
    'name.givenname': { sql: sql`m.first_name`, type: 'text' },
    'name.familyname': { sql: sql`m.last_name`, type: 'text' },
    emails: { sql: sql`m.email`, type: 'text' },
    'emails.value': { sql: sql`m.email`, type: 'text' },
    'emails.type': { sql: sql`'work'`, type: 'text' },
    'emails.primary': { sql: sql`true`, type: 'boolean' },
    active: { sql: sql`m.is_active`, type: 'boolean' },
    timezone: { sql: sql`m.timezone`, type: 'text' },
    preferredlanguage: { sql: sql`m.language`, type: 'text' },
    'meta.resourcetype': { sql: sql`'User'`, type: 'text' },
    'meta.created': { sql: sql`m.created_at`, type: 'time' },
    'meta.lastmodified': { sql: sql`m.updated_at`, type: 'time' },
  },
  lists: {
    groups: {
      rows: sql`select from scim_group_member gm
        join scim_group g on g.workspace_id = gm.workspace_id and g.id = gm.group_id
        where gm.workspace_id = m.workspace_id and gm.member_id = m.id`,
      columns: {
        value: { sql: sql`g.id::text`, type: 'id' },
        display: { sql: sql`g.display_name`, type: 'text' },
      },
    },
  },
};

/** People of the workspace, without those whom the directory has deleted. */
const listed = (ctx: Ctx, filter: Filter | undefined) => sql`
  from member m left join scim_user s on s.workspace_id = m.workspace_id and s.member_id = m.id
  where m.workspace_id = ${ctx.workspaceId} and m.kind = 'person' and s.is_deleted is not true
    and ${filter ? compileFilter(filter, attributes) : sql`true`}`;

const columns = sql`
  select m.id, m.email, m.first_name, m.last_name, m.language, m.timezone, m.role, m.is_active, m.created_at,
    m.updated_at, ${userName} as user_name, s.external_id,
    coalesce((select json_agg(json_build_object('id', g.id, 'name', g.display_name) order by g.display_name, g.id)
      from scim_group_member gm join scim_group g on g.workspace_id = gm.workspace_id and g.id = gm.group_id
      where gm.workspace_id = m.workspace_id and gm.member_id = m.id), '[]') as groups`;

export interface Portion {
  readonly limit: number;
  readonly offset: number;
  readonly sortBy?: string | undefined;
  readonly isDescending?: boolean | undefined;
}

export async function listUsers(
  ctx: Ctx,
  filter: Filter | undefined,
  { limit, offset, sortBy = '', isDescending = false }: Portion,
): Promise<UserRow[]> {
  const sorted = (sortBy && findSortColumn(sortBy, attributes)) || sql`m.created_at`;
  const { rows } = await sql<UserRow>`${columns} ${listed(ctx, filter)}
    order by ${sorted} ${isDescending ? sql`desc` : sql`asc`}, m.id limit ${limit} offset ${offset}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countUsers(ctx: Ctx, filter: Filter | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${listed(ctx, filter)}`.execute(
    ctx.db,
  );
  return rows[0]?.total ?? 0;
}

export async function findUser(ctx: Ctx, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`${columns} ${listed(ctx, undefined)} and m.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Of two that take one name, or the last place, at once, the second finds it taken. */
export async function lockName(ctx: Ctx, kind: 'user' | 'group' | 'token', name: string): Promise<void> {
  const key = `scim ${kind} ${ctx.workspaceId} `;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key} || lower(${name}::text), 0))`.execute(
    ctx.db,
  );
}

/** Another user whom the directory knows by this name. */
export async function hasOtherUser(ctx: Ctx, name: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from member m left join scim_user s on s.workspace_id = m.workspace_id and s.member_id = m.id
    where m.workspace_id = ${ctx.workspaceId} and m.kind = 'person' and m.id <> ${id} and s.is_deleted is not true
      and lower(${userName}) = lower(${name}::text) limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** A user whom the directory deleted. They come back when it creates them again. */
export async function findDeletedUser(ctx: Ctx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select m.id from member m join scim_user s on s.workspace_id = m.workspace_id and s.member_id = m.id
    where m.workspace_id = ${ctx.workspaceId} and s.is_deleted and m.email = ${email.toLowerCase()}`.execute(
    ctx.db,
  );
  return rows[0]?.id;
}

export async function upsertScimUser(
  ctx: Ctx,
  memberId: string,
  { userName: name, externalId }: { readonly userName: string; readonly externalId: string | null },
): Promise<void> {
  await sql`
    insert into scim_user (workspace_id, member_id, user_name, external_id)
    values (${ctx.workspaceId}, ${memberId}, ${name}, ${externalId})
    on conflict (workspace_id, member_id)
    do update set user_name = excluded.user_name, external_id = excluded.external_id, is_deleted = false`.execute(
    ctx.db,
  );
}

/** The name is free again, also for another person. */
export async function markDeleted(ctx: Ctx, memberId: string): Promise<void> {
  await sql`
    insert into scim_user (workspace_id, member_id, is_deleted) values (${ctx.workspaceId}, ${memberId}, true)
    on conflict (workspace_id, member_id)
    do update set is_deleted = true, user_name = null, external_id = null`.execute(ctx.db);
}

export interface RoleRow {
  readonly id: string;
  readonly role: string;
  readonly has_group_role: boolean;
  /** The highest role of the user's groups. */
  readonly group_role: 'admin' | 'user' | null;
}

export async function listGroupRoles(ctx: Ctx, memberIds: readonly string[]): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    select m.id, m.role, coalesce(s.has_group_role, false) as has_group_role, (
      select min(g.role) from scim_group_member gm
      join scim_group g on g.workspace_id = gm.workspace_id and g.id = gm.group_id
      where gm.workspace_id = m.workspace_id and gm.member_id = m.id) as group_role
    from member m left join scim_user s on s.workspace_id = m.workspace_id and s.member_id = m.id
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${matchAny(memberIds, 'text')} order by m.id`.execute(
    ctx.db,
  );
  return rows;
}

export async function setGroupRole(ctx: Ctx, memberId: string, hasGroupRole: boolean): Promise<void> {
  await sql`
    insert into scim_user (workspace_id, member_id, has_group_role)
    values (${ctx.workspaceId}, ${memberId}, ${hasGroupRole})
    on conflict (workspace_id, member_id) do update set has_group_role = excluded.has_group_role`.execute(
    ctx.db,
  );
}

export async function readDepartingBookings(ctx: Ctx): Promise<'keep' | 'handover' | 'cancel'> {
  const { rows } = await sql<{ choice: 'keep' | 'handover' | 'cancel' }>`
    select departing_bookings as choice from workspace where workspace_id = ${ctx.workspaceId}`.execute(
    ctx.db,
  );
  return rows[0]?.choice ?? 'keep';
}

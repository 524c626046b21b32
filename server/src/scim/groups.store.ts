import { sql, type Updateable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { ScimGroup } from '../platform/db/schema.gen.ts';
import type { Filter } from './filter.rules.ts';
import { compileFilter, findSortColumn, type Attributes } from './filter.store.ts';
import type { Portion } from './users.store.ts';

export interface GroupRow {
  readonly id: string;
  readonly display_name: string;
  readonly external_id: string | null;
  readonly team_id: string | null;
  readonly team_title: string | null;
  readonly role: 'admin' | 'user' | null;
  readonly member_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** Empty unless they were asked for. */
  readonly members: readonly { readonly id: string; readonly name: string }[];
}

/** A group, and what its members get. */
export interface LinkedGroup {
  readonly id: string;
  readonly teamId: string | null;
  readonly role: GroupRow['role'];
}

const attributes: Attributes = {
  columns: {
    id: { sql: sql`g.id::text`, type: 'id' },
    externalid: { sql: sql`g.external_id`, type: 'id' },
    displayname: { sql: sql`g.display_name`, type: 'text' },
    'meta.resourcetype': { sql: sql`'Group'`, type: 'text' },
    'meta.created': { sql: sql`g.created_at`, type: 'time' },
    'meta.lastmodified': { sql: sql`g.updated_at`, type: 'time' },
  },
  lists: {
    members: {
      rows: sql`select from scim_group_member gm join member m on m.workspace_id = gm.workspace_id and m.id = gm.member_id
        where gm.workspace_id = g.workspace_id and gm.group_id = g.id`,
      columns: {
        value: { sql: sql`m.id`, type: 'id' },
        display: { sql: sql`trim(m.first_name || ' ' || m.last_name)`, type: 'text' },
        type: { sql: sql`'User'`, type: 'text' },
      },
    },
  },
};

const columns = (withMembers: boolean) => sql`
  select g.id, g.display_name, g.external_id, g.team_id, t.title as team_title, g.role, g.created_at, g.updated_at,
    (select count(*)::int from scim_group_member c where c.workspace_id = g.workspace_id and c.group_id = g.id)
      as member_count,
    ${
      withMembers
        ? sql`coalesce((select json_agg(json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name))
            order by m.id) from scim_group_member gm join member m on m.workspace_id = gm.workspace_id and m.id = gm.member_id
            where gm.workspace_id = g.workspace_id and gm.group_id = g.id), '[]')`
        : sql`'[]'::json`
    } as members
  from scim_group g left join team t on t.workspace_id = g.workspace_id and t.id = g.team_id`;

const listed = (ctx: Ctx, filter: Filter | undefined) =>
  sql`g.workspace_id = ${ctx.workspaceId} and ${filter ? compileFilter(filter, attributes) : sql`true`}`;

export async function listGroups(
  ctx: Ctx,
  filter: Filter | undefined,
  { limit, offset, sortBy = '', isDescending = false }: Portion,
  withMembers: boolean,
): Promise<GroupRow[]> {
  const sorted = (sortBy && findSortColumn(sortBy, attributes)) || sql`lower(g.display_name)`;
  const { rows } = await sql<GroupRow>`${columns(withMembers)} where ${listed(ctx, filter)}
    order by ${sorted} ${isDescending ? sql`desc` : sql`asc`}, g.id limit ${limit} offset ${offset}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countGroups(ctx: Ctx, filter: Filter | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from scim_group g where ${listed(ctx, filter)}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

export async function findGroup(ctx: Ctx, id: string, withMembers: boolean): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`${columns(withMembers)}
    where g.workspace_id = ${ctx.workspaceId} and g.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Locked, so that of two changes the second sees the first. */
export async function lockGroup(ctx: Ctx, id: string): Promise<GroupRow | undefined> {
  await sql`select from scim_group where workspace_id = ${ctx.workspaceId} and id = ${id} for update`.execute(
    ctx.db,
  );
  return findGroup(ctx, id, false);
}

export async function insertGroup(
  ctx: Ctx,
  row: { readonly id: string; readonly displayName: string; readonly externalId: string | null },
): Promise<void> {
  await sql`
    insert into scim_group (workspace_id, id, display_name, external_id)
    values (${ctx.workspaceId}, ${row.id}, ${row.displayName}, ${row.externalId})`.execute(ctx.db);
}

export async function hasOtherGroup(ctx: Ctx, displayName: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from scim_group where workspace_id = ${ctx.workspaceId} and id <> ${id}
      and lower(display_name) = lower(${displayName}::text)`.execute(ctx.db);
  return rows.length > 0;
}

/** With another version each time. */
export async function updateGroup(ctx: Ctx, id: string, changes: Updateable<ScimGroup>): Promise<void> {
  await ctx.db
    .updateTable('scim_group')
    .set({ ...changes, updated_at: sql`clock_timestamp()` })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteGroup(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('scim_group')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** A team that was deleted has no members to be given. */
export async function unlinkTeam(ctx: Ctx, { teamId }: { readonly teamId: string }): Promise<void> {
  await sql`
    with unlinked as (
      update scim_group set team_id = null where workspace_id = ${ctx.workspaceId} and team_id = ${teamId} returning id
    )
    update scim_group_member set has_joined_team = false
    where workspace_id = ${ctx.workspaceId} and group_id in (select id from unlinked)`.execute(ctx.db);
}

export async function listMemberIds(ctx: Ctx, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from scim_group_member
    where workspace_id = ${ctx.workspaceId} and group_id = ${groupId}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Those of the ids that are users whom the directory may name. */
export async function filterUsers(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly is_active: boolean }[]> {
  const { rows } = await sql<{ id: string; is_active: boolean }>`
    select m.id, m.is_active from member m
    left join scim_user s on s.workspace_id = m.workspace_id and s.member_id = m.id
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${matchAny(ids, 'text')} and m.kind = 'person'
      and s.is_deleted is not true`.execute(ctx.db);
  return rows;
}

export async function insertGroupMembers(ctx: Ctx, groupId: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into scim_group_member (workspace_id, group_id, member_id)
    select ${ctx.workspaceId}, ${groupId}, unnest(${ids}::text[]) on conflict do nothing`.execute(ctx.db);
}

/** Groups that share a team change its members one after the other. */
export async function lockTeam(ctx: Ctx, teamId: string): Promise<void> {
  await sql`select from team where workspace_id = ${ctx.workspaceId} and id = ${teamId} for no key update`.execute(
    ctx.db,
  );
}

export async function markJoined(ctx: Ctx, groupId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update scim_group_member set has_joined_team = true
    where workspace_id = ${ctx.workspaceId} and group_id = ${groupId} and member_id = ${matchAny(ids, 'text')}`.execute(
    ctx.db,
  );
}

/**
 * Takes users out of a group's team whom the group had added, and returns those who leave it. One who has another group with the same
 * team stays, from now on by that group.
 */
export async function releaseJoined(
  ctx: Ctx,
  { id: groupId, teamId }: { readonly id: string; readonly teamId: string },
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with released as (
      update scim_group_member set has_joined_team = false
      where workspace_id = ${ctx.workspaceId} and group_id = ${groupId} and has_joined_team
        and member_id = ${matchAny(ids, 'text')}
      returning member_id
    ), kept as (
      update scim_group_member k set has_joined_team = true from released r, scim_group g
      where k.workspace_id = ${ctx.workspaceId} and k.member_id = r.member_id and k.group_id <> ${groupId}
        and g.workspace_id = k.workspace_id and g.id = k.group_id and g.team_id = ${teamId}
      returning k.member_id
    )
    select member_id as id from released where member_id not in (select member_id from kept)`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export async function deleteGroupMembers(ctx: Ctx, groupId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from scim_group_member
    where workspace_id = ${ctx.workspaceId} and group_id = ${groupId} and member_id = ${matchAny(ids, 'text')}`.execute(
    ctx.db,
  );
}

/** The groups of a user. */
export async function listUserGroups(ctx: Ctx, memberId: string): Promise<LinkedGroup[]> {
  const { rows } = await sql<LinkedGroup>`
    select g.id, g.team_id as "teamId", g.role from scim_group_member gm
    join scim_group g on g.workspace_id = gm.workspace_id and g.id = gm.group_id
    where gm.workspace_id = ${ctx.workspaceId} and gm.member_id = ${memberId} order by g.id`.execute(ctx.db);
  return rows;
}

import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { transact, type Database } from '../platform/db/transaction.ts';

export interface EntryRow {
  readonly id: string;
  readonly happened_at: string;
  readonly action: string;
  readonly object_type: string;
  readonly object_id: string;
  readonly actor_kind: 'token' | 'session' | 'visitor' | 'system';
  readonly credential_id: string | null;
  readonly member_id: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly address: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

export interface EntryFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly object?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Where the next page begins: the entry before it. */
export interface Place {
  readonly happenedAt: string;
  readonly id: string;
}

interface Portion {
  readonly limit: number;
  readonly offset?: number;
  readonly order: 'latest' | 'oldest';
  readonly after?: Place | undefined;
}

export async function listEntries(
  ctx: Ctx,
  filter: EntryFilter,
  { limit, offset = 0, order, after }: Portion,
): Promise<EntryRow[]> {
  const [comparison, direction] = order === 'latest' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const beyond =
    after && sql`(e.happened_at, e.id) ${comparison} (${after.happenedAt}::timestamptz, ${after.id}::uuid)`;
  const result = await sql<EntryRow>`
    select e.id, e.happened_at, e.action, e.object_type, e.object_id, e.actor_kind, e.credential_id, e.member_id, m.email,
      coalesce(trim(m.first_name || ' ' || m.last_name), 'SCIM token ' || k.name) as name, e.address, e.before, e.after
    from audit_entry e
    left join member m on m.workspace_id = e.workspace_id and m.id = e.member_id
    left join scim_token k on k.workspace_id = e.workspace_id and k.id = e.credential_id and e.member_id is null
    where ${matching(ctx, filter)} and ${beyond ?? sql`true`}
    order by e.happened_at ${direction}, e.id ${direction}
    limit ${limit} offset ${offset}
  `.execute(ctx.db);
  return result.rows;
}

export async function countEntries(ctx: Ctx, filter: EntryFilter): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*)::int as total from audit_entry e where ${matching(ctx, filter)}`.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

function matching(ctx: Ctx, { actor, action, object, since, until }: EntryFilter) {
  const conditions = [
    sql`e.workspace_id = ${ctx.workspaceId}`,
    ...(actor === undefined
      ? []
      : [
          sql`e.member_id = any (array(select id from member
            where workspace_id = ${ctx.workspaceId} and (id = ${actor} or email = lower(${actor}))))`,
        ]),
    ...(action === undefined ? [] : [sql`e.action = ${action}`]),
    ...(object === undefined ? [] : [sql`(e.object_id = ${object} or e.object_type = ${object})`]),
    ...(since === undefined ? [] : [sql`e.happened_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`e.happened_at <= ${until}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Deletes one batch of entries past the time for which their workspace keeps them; how many there were. */
export function deleteOldEntries(database: Database, limit: number): Promise<number> {
  return transact(database, '*', async (db) => {
    const result = await sql`
      with permitted as (select set_config('daybook.may_change_audit', 'on', true)),
      old as (
        select e.workspace_id, e.happened_at, e.id from permitted, workspace w
        cross join lateral (
          select workspace_id, happened_at, id from audit_entry
          where workspace_id = w.workspace_id and happened_at < now() - make_interval(days => w.audit_days)
          order by happened_at limit ${limit}) e
        limit ${limit})
      delete from audit_entry e using old
      where e.workspace_id = old.workspace_id and e.happened_at = old.happened_at and e.id = old.id
    `.execute(db);
    return Number(result.numAffectedRows ?? 0);
  });
}

/**
 * Records in the audit log of each account that somebody was not let in. It takes the same time with and without accounts:
 * it is one statement, and its commit waits for no disk.
 */
export async function recordRefusal(
  database: Database,
  accounts: readonly { readonly workspace_id: string; readonly id: string }[],
  { address, step }: { readonly address: string; readonly step: 'password' | 'second_factor' },
): Promise<void> {
  const workspaces = accounts.map(({ workspace_id }) => workspace_id);
  const members = accounts.map(({ id }) => id);
  await transact(database, '*', (db) =>
    sql`with hurried as (select set_config('synchronous_commit', 'off', true))
        insert into audit_entry (workspace_id, action, object_type, object_id, actor_kind, address, after)
        select x.workspace, 'session.refused', 'user', x.member, 'visitor', ${address.slice(0, 64)},
          jsonb_build_object('step', ${step}::text)
        from hurried, unnest(${workspaces}::uuid[], ${members}::text[]) as x (workspace, member)`.execute(db),
  );
}

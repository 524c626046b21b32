import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { purgeExpired } from '../platform/db/purge.ts';
import type { Database } from '../platform/db/transaction.ts';
import { selectUnreachableCalendars } from './unreachable-busy.store.ts';
import { filterByAddress, pageWithOwner, type PageAddress } from './store.ts';

/**
 * A text that is another one after every change of what `loadPage` reads: the row versions of settings, and the transactions
 * that changed busy time, and the calendars that can't be asked. Undefined for a page that is not there, and in a transaction that has written: its own changes of
 * one row have one version. Of transactions, number and sum together do not come back: as many as were purged may commit late,
 * but each is newer than each of those.
 */
export async function findPageVersion(ctx: Ctx, address: PageAddress): Promise<string | undefined> {
  const result = await sql<{ version: string; hasWritten: boolean }>`
    select concat_ws(' ', p.id, p.xmin, w.xmin, om.xmin, ot.xmin, ps.xmin, os.xmin, hosts.rows, resources.rows, changes.list, changes.holds, changes.unreachable) as version,
      pg_current_xact_id_if_assigned() is not null as "hasWritten"
    ${pageWithOwner}
    cross join lateral (
      select array_agg(h.member_id) as ids,
        string_agg(concat_ws('.', h.member_id, h.xmin, m.xmin, s.xmin, hs.xmin), ',' order by h.member_id) as rows
      from event_type_host h
      join member m on m.workspace_id = h.workspace_id and m.id = h.member_id
      left join schedule hs on hs.workspace_id = h.workspace_id and hs.id = h.schedule_id
      left join schedule s on s.workspace_id = h.workspace_id and s.member_id = h.member_id and s.is_default
      where h.workspace_id = p.workspace_id and h.event_type_id = p.id
    ) hosts
    cross join lateral (
      select array_agg(r.id) as ids, string_agg(concat_ws('.', r.id, r.xmin), ',' order by r.id) as rows
      from jsonb_to_recordset(p.resources) as n (kind text)
      join resource r on r.workspace_id = p.workspace_id and r.kind = n.kind
    ) resources
    cross join lateral (
      select (
          select string_agg(concat_ws('.', subject, count, sum), ',' order by subject)
          from (
            select c.subject, count(*) as count, sum(c.tx::text::numeric) as sum
            from availability_change c
            where c.workspace_id = p.workspace_id and c.subject = any (hosts.ids || resources.ids::text[] || p.id::text)
            group by c.subject) c) as list, (
          select count(*) from event_host b
          join hold d on d.workspace_id = b.workspace_id and d.id = b.hold_id
            and d.expires_at > ${ctx.now.toISOString()}::timestamptz
          where b.workspace_id = p.workspace_id and b.host_id = any (hosts.ids) and b.hold_id is not null) + (
          select count(*) from event_resource b
          join hold d on d.workspace_id = b.workspace_id and d.id = b.hold_id
            and d.expires_at > ${ctx.now.toISOString()}::timestamptz
          where b.workspace_id = p.workspace_id and b.resource_id = any (resources.ids) and b.hold_id is not null) as holds, (
          select string_agg(u.id::text, ',' order by u.id)
          from unnest(hosts.ids) host (id) cross join lateral (${selectUnreachableCalendars({
            workspaceId: sql`p.workspace_id`,
            hostId: sql`host.id`,
            now: sql`${ctx.now.toISOString()}::timestamptz`,
          })}) u) as unreachable
    ) changes
    where p.workspace_id = ${ctx.workspaceId} and p.deleted_at is null and ${filterByAddress(address)}
  `.execute(ctx.db);
  const found = result.rows[0];
  return found && !found.hasWritten ? found.version : undefined;
}

/** The newest change of each host and page stays, so that a version does not return to what it was before. */
export function deleteOldChanges(database: Database, minutes: number): Promise<void> {
  const rows = sql`
    select ctid from availability_change c
    where created_at < now() - make_interval(mins => ${minutes}) and exists (
      select from availability_change n
      where n.workspace_id = c.workspace_id and n.subject = c.subject and n.tx > c.tx)
    order by created_at`;
  return purgeExpired(database, [{ table: 'availability_change', rows }]);
}

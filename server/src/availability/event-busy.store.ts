import { sql } from 'kysely';
import type { BusySource } from './busy-source.store.ts';

/**
 * Confirmed events. Those of one host never overlap, so of all that began before the window only the last can reach into
 * it: reading begins there, and an event of any length is found without looking at the ones before.
 */
export const eventBusy: BusySource = {
  kind: 'event',
  label: null,
  effect: 'busy',
  select: ({ workspaceId, hostId, from, to, except, isTakenBefore }) => sql`
    select b.event_id as id, b.starts_at, b.ends_at, b.busy_from, b.busy_to, b.event_type_id
    from (
      select coalesce((
        select max(x.busy_from) from event_host x
        where x.workspace_id = ${workspaceId} and x.host_id = ${hostId} and x.blocking and x.hold_id is null
          and x.busy_from <= ${from} and x.event_id <> ${except} ${isTakenBefore(sql`x.taken_at`)}), ${from}) as busy_from
      offset 0) first
    join event_host b on b.workspace_id = ${workspaceId} and b.host_id = ${hostId} and b.blocking and b.hold_id is null
      and b.busy_from >= first.busy_from and b.busy_from < ${to} and b.event_id <> ${except} ${isTakenBefore(sql`b.taken_at`)}`,
};

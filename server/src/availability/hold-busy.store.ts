import { sql } from 'kysely';
import type { BusySource } from './busy-source.store.ts';

/** Time that is held for a visitor. There are few at any time, so all of a host's are looked at. */
export const holdBusy: BusySource = {
  kind: 'hold',
  label: 'Held for another visitor',
  effect: 'hides',
  select: ({ workspaceId, hostId, from, to, now, except, isTakenBefore }) => sql`
    select b.hold_id as id, b.starts_at, b.ends_at, b.busy_from, b.busy_to, b.event_type_id
    from event_host b
    join hold h on h.workspace_id = b.workspace_id and h.id = b.hold_id and h.expires_at > ${now}
    where b.workspace_id = ${workspaceId} and b.host_id = ${hostId} and b.hold_id is not null
      and b.busy_from < ${to} and b.busy_to > ${from} and b.hold_id <> ${except} ${isTakenBefore(sql`b.taken_at`)}`,
};

import { sql, type RawBuilder } from 'kysely';
import type { BusyScope, BusySource } from './busy-source.store.ts';

/** A host has few absences, so those that end after the window's beginning are all looked at. */
const absencesOf = ({ workspaceId, hostId, from, to }: BusyScope): RawBuilder<unknown> => sql`
  from absence a
  where a.workspace_id = ${workspaceId} and a.member_id = ${hostId}
    and a.reaches_to > ${from} and a.reaches_from < ${to}`;

/** From one time to another. */
export const absenceBusy: BusySource = {
  kind: 'out_of_office',
  label: null,
  effect: 'busy',
  select: (scope) => sql`
    select a.id::text as id, a.starts_at, a.ends_at, a.starts_at as busy_from, a.ends_at as busy_to,
      null::uuid as event_type_id
    ${absencesOf(scope)} and a.starts_at is not null`,
};

const midnight = (date: RawBuilder<unknown>) => sql`(${date})::timestamp at time zone 'UTC'`;
const [firstDay, dayAfter] = [midnight(sql`a.starts_on`), midnight(sql`a.ends_on + 1`)];

/** Whole days: which instants they are, the place says where the host is. */
export const absenceDaysBusy: BusySource = {
  kind: 'out_of_office',
  label: null,
  effect: 'busy',
  unit: 'days',
  select: (scope) => sql`
    select a.id::text as id, ${firstDay} as starts_at, ${dayAfter} as ends_at, ${firstDay} as busy_from,
      ${dayAfter} as busy_to, null::uuid as event_type_id
    ${absencesOf(scope)} and a.starts_on is not null`,
};

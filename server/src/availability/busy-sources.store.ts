import { sql, type RawBuilder } from 'kysely';
import { absenceBusy, absenceDaysBusy } from './absence-busy.store.ts';
import type { BusyScope, BusySource } from './busy-source.store.ts';
import { calendarBusy } from './calendar-busy.store.ts';
import { eventBusy } from './event-busy.store.ts';
import { holidayBusy } from './holiday-busy.store.ts';
import { holdBusy } from './hold-busy.store.ts';

export const busySources: readonly BusySource[] = [
  absenceBusy,
  absenceDaysBusy,
  holidayBusy,
  eventBusy,
  holdBusy,
  calendarBusy,
];

/** `[start, end, bufferBefore, bufferAfter, id, isOfThisPage]`, in minutes. */
export type BusyRow = [number, number, number, number, string, boolean];

/** All busy time of a host as JSON: for each source, in their order, a list of rows. */
export function busyJson(scope: BusyScope, pageId: RawBuilder<unknown>): RawBuilder<unknown> {
  const lists = busySources.map(
    (source) => sql`(
      select coalesce('[' || string_agg(
        '[' || ${minutes(sql`r.starts_at`)} || ',' || ${minutes(sql`r.ends_at`)} || ','
          || ${minutes(sql`r.starts_at - r.busy_from`)} || ',' || ${minutes(sql`r.busy_to - r.ends_at`)} || ',"'
          || r.id || '",' || (r.event_type_id is not distinct from ${pageId}) || ']', ',') || ']', '[]')
      from (${source.select(scope)}) r)`,
  );
  return sql`('[' || ${sql.join(lists, sql` || ',' || `)} || ']')::json`;
}

/** Of `date_part`, not `extract`, whose numeric costs more than the rest of the row. */
export const minutes = (time: RawBuilder<unknown>) => sql`(date_part('epoch', ${time}) / 60)::int`;

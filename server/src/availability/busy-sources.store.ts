import type { BusyPairs } from '@daybook/engine/slots';
import { sql, type RawBuilder } from 'kysely';
import { absenceBusy, absenceDaysBusy } from './absence-busy.store.ts';
import type { BusyScope, BusySource } from './busy-source.store.ts';
import { calendarBusy } from './calendar-busy.store.ts';
import { eventBusy } from './event-busy.store.ts';
import { holidayBusy } from './holiday-busy.store.ts';
import { holdBusy } from './hold-busy.store.ts';
import { unreachableBusy } from './unreachable-busy.store.ts';

export const busySources: readonly BusySource[] = [
  absenceBusy,
  absenceDaysBusy,
  holidayBusy,
  eventBusy,
  holdBusy,
  calendarBusy,
  unreachableBusy,
];

/** `[start, end, bufferBefore, bufferAfter, id, isOfThisPage]`, in minutes. */
export type BusyRow = [number, number, number, number, string, boolean];

/** What JSON brings: for each source a list of rows, or for a plain one the pairs of each id. */
export type BusyJson = (BusyRow[] | Record<string, number[]>)[];

/** The busy time of a host. */
export interface HostBusy {
  /** For each of `busySources`, in their order; of plain ones there are none. */
  readonly rows: readonly (readonly BusyRow[])[];
  readonly plain: readonly BusyPairs[];
}

/** All busy time of a host as JSON: for each source, in their order, a list. `readBusy` reads it. */
export function selectBusyJson(scope: BusyScope, pageId: RawBuilder<unknown>): RawBuilder<unknown> {
  const lists = busySources.map((source) =>
    source.isPlain ? plainList(source, scope) : list(source, scope, pageId),
  );
  return sql`('[' || ${sql.join(lists, sql` || ',' || `)} || ']')::json`;
}

function list(source: BusySource, scope: BusyScope, pageId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce('[' || string_agg(
      '[' || ${toMinutes(sql`r.starts_at`)} || ',' || ${toMinutes(sql`r.ends_at`)}
      || ',' || ${toMinutes(sql`r.starts_at - r.busy_from`)} || ',' || ${toMinutes(sql`r.busy_to - r.ends_at`)}
      || ',"' || r.id || '",' || (r.event_type_id is not distinct from ${pageId}) || ']', ',') || ']', '[]')
    from (${source.select(scope)}) r)`;
}

function plainList(source: BusySource, scope: BusyScope): RawBuilder<unknown> {
  return sql`(
    select coalesce('{' || string_agg(g.pairs, ',') || '}', '{}')
    from (
      select '"' || r.id || '":[' || string_agg(${toMinutes(sql`r.starts_at`)} || ',' || ${toMinutes(sql`r.ends_at`)}, ',') || ']' as pairs
      from (${source.select(scope)}) r
      group by r.id) g)`;
}

export function readBusy(json: BusyJson): HostBusy {
  const plain = busySources.flatMap(({ kind, isPlain }, index) =>
    Object.entries(isPlain ? (json[index] as Record<string, number[]>) : {}).map(([id, pairs]) => ({
      pairs,
      source: { kind, id },
    })),
  );
  const rows = busySources.map(({ isPlain }, index) => (isPlain ? [] : (json[index] as BusyRow[])));
  return { rows, plain };
}

/** Of `date_part`, not `extract`, whose numeric costs more than the rest of the row. */
export const toMinutes = (time: RawBuilder<unknown>) => sql`(date_part('epoch', ${time}) / 60)::int`;

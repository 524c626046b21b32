import { sql, type RawBuilder } from 'kysely';

/**
 * Where a host's busy time comes from. A further source implements this in a file of its own and
 * joins the list in busy-sources.store.ts; all of them are read by the one statement that loads a page.
 */
export interface BusySource {
  readonly kind: string;
  /** What everybody is told. Null for what has a name, which is told to those who may read it. */
  readonly label: string | null;
  /** `busy` cuts a host's free time. `hides` takes starts away and leaves all others where they are. */
  readonly effect: 'busy' | 'hides';
  /** `days`: whole days of the host's own clock, as if that were UTC. Without it, instants. */
  readonly unit?: 'days';
  /** A booking asks about it at that moment, and is not refused by what was known before. */
  readonly isAskedAtBooking?: true;
  /** Its ranges have no buffers, belong to no page and share few ids: they are sent as bare numbers, since there are many. */
  readonly isPlain?: true;
  /**
   * A query for every range of one host that overlaps `from` to `to`, however long it is, as rows of `id`, `starts_at`,
   * `ends_at`, `busy_from`, `busy_to` (with its own buffers) and `event_type_id`. It may bring others as well.
   *
   * Behind row level security PostgreSQL uses an index only for conditions that can't reveal a row. Comparisons of bounds
   * are such; range operators are not, nor is `coalesce` or arithmetic with a column in it. What a bound is computed from
   * stands in a subquery with `offset 0`, which keeps it out of the condition.
   */
  readonly select: (scope: BusyScope) => RawBuilder<unknown>;
}

/** Expressions for the one host and the time that is asked for. */
export interface BusyScope {
  readonly workspaceId: RawBuilder<unknown>;
  readonly hostId: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly to: RawBuilder<unknown>;
  readonly now: RawBuilder<unknown>;
  /** The id of what is not in its own way: an event that moves, a visitor's own hold. */
  readonly except: RawBuilder<unknown>;
  /** A condition on when a time was taken; without it, whenever that was. */
  readonly isTakenBefore: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Leaves out what was taken, or first seen in a calendar, since a time. */
export function filterTakenBefore(time: Date | undefined): BusyScope['isTakenBefore'] {
  return (column) => (time ? sql`and ${column} <= ${time.toISOString()}::timestamptz` : sql``);
}

/** The same for an event `e`: its hosts' time says when it was booked, or moved to where it is. */
export function filterEventTakenBefore(time: Date | undefined): RawBuilder<unknown> {
  if (!time) return sql``;
  return sql`and not exists (select from event_host t where t.workspace_id = e.workspace_id and t.event_id = e.id
    and t.taken_at > ${time.toISOString()}::timestamptz)`;
}

import { listBrokenRules } from '../server/test/booking-rules.ts';
import { checkEffects } from './check-effects.ts';
import type { Attempt, Booking, History, State } from './clients.ts';
import type { Cluster } from './cluster.ts';
import { isLinearizable, type Operation } from './linearizable.ts';

interface Row extends State {
  readonly id: string;
  readonly email: string;
  readonly hosts: readonly string[];
}

/** Compares what callers know with what the database has and what the receiver got. Returns what is wrong, a sentence each. */
export async function checkBookings({ database, receiver }: Cluster, history: History): Promise<string[]> {
  const rows = await database.query<Row>(`
    select i.id, i.email, i.cancelled_at is not null as "isCancelled",
      to_char(e.starts_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as "startsAt",
      array(select m.email from event_host h join member m on m.workspace_id = h.workspace_id and m.id = h.host_id
        where h.workspace_id = e.workspace_id and h.event_id = e.id) as hosts
    from invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id`);
  const byEmail = new Map<string, Row[]>();
  for (const row of rows) byEmail.set(row.email, [...(byEmail.get(row.email) ?? []), row]);
  const effects = await checkEffects(database.query, receiver.received);
  return [
    ...history.wrong,
    ...history.bookings.flatMap((booking) => compare(booking, byEmail.get(booking.email) ?? [])),
    ...(await listBrokenRules(database.query)).map((rule) => `${rule}.`),
    ...[...history.times].flatMap(([time, attempts]) => checkTime(time, attempts, byEmail)),
    ...effects.wrong,
    ...checkMessages(rows, receiver.received),
  ];
}

function compare({ email, known, possible }: Booking, rows: readonly Row[]): string[] {
  const [row] = rows;
  if (rows.length > 1) return [`${email} was booked ${rows.length} times by one key.`];
  if (!row) return known ? [`${email} was acknowledged and is not there.`] : [];
  if (!known && !possible) return [`${email} was refused and is there.`];
  const fits = (state: State | undefined) => state !== undefined && isEqual(state, row);
  return fits(known) || fits(possible) ? [] : [`${email} is not as it was acknowledged.`];
}

const isEqual = ({ startsAt, isCancelled, host }: State, row: Row): boolean =>
  startsAt === row.startsAt &&
  isCancelled === row.isCancelled &&
  (host === undefined || row.hosts.includes(host));

function checkTime(
  time: string,
  attempts: readonly Attempt[],
  byEmail: ReadonlyMap<string, readonly Row[]>,
): string[] {
  const operations = attempts.flatMap((attempt) => operationOf(attempt, byEmail.get(attempt.email)?.[0]));
  return isLinearizable(operations) ? [] : [`No order explains the answers about ${time}.`];
}

/** Of an attempt without an answer, the database says whether it had its effect; one that had none is left out. */
function operationOf({ outcome, ...attempt }: Attempt, row: Row | undefined): Operation[] {
  const { kind, email: booking, startedMs, endedMs } = attempt;
  if (outcome !== 'unknown') return [{ kind, booking, startedMs, endedMs, isDone: outcome === 'ok' }];
  const isDone = kind === 'book' ? row !== undefined : row?.isCancelled === true;
  return isDone ? [{ kind, booking, startedMs, endedMs: Infinity, isDone }] : [];
}

/** Nothing was reported that did not happen, and of events with several invitees each was reported once. */
function checkMessages(rows: readonly Row[], received: Cluster['receiver']['received']): string[] {
  const ids = new Set(rows.map(({ id }) => id));
  const strange = Object.keys(received).filter((id) => !ids.has(id));
  return [
    ...strange.map((id) => `${id} was reported and is not there.`),
    ...rows.flatMap(({ id, email, isCancelled }) => {
      if (!email.endsWith('@team.example')) return [];
      const messages = new Map((received[id] ?? []).map((one) => [one.webhookId, one.event]));
      const expected = isCancelled ? ['invitee.cancelled', 'invitee.scheduled'] : ['invitee.scheduled'];
      return [...messages.values()].sort().join() === expected.join()
        ? []
        : [`${email}: ${[...messages.values()].join(' and ') || 'nothing'} was reported.`];
    }),
  ];
}

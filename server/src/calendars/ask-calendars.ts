import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { answerMs, markUnanswered } from './answers.store.ts';
import { listChecks, listReadConnections, type ReadConnection } from './busy.store.ts';
import { syncConnection } from './sync.ts';
import type { AskedTime } from './sync-calendar.ts';

export interface CalendarCheck {
  /** `unknown`: a calendar did not answer, and what is known of it may not be trusted. */
  readonly state: 'free' | 'busy' | 'unknown';
  /** When the calendars had last been read. */
  readonly readAt: string | null;
}

interface Range {
  readonly from: string;
  readonly to: string;
}

const retryMs = 50;

/**
 * Asks the calendars of these hosts, all at once, what changed, and answers for each range whether the hosts are free. All of them
 * together have one deadline.
 */
export async function askCalendars(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  memberIds: readonly string[],
  ranges: readonly Range[],
): Promise<Map<string, CalendarCheck>[]> {
  const asking = await startAsking(runtime, workspaceId, memberIds, ranges);
  for (const id of memberIds) await asking.waitFor(id);
  const checks = [];
  for (const range of ranges) checks.push(await asking.check(memberIds, range));
  return checks;
}

/**
 * The same for hosts of whom one will do, in the order in which they are wanted: nobody waits for the calendars of those behind the
 * first who is free, and nothing is said of them.
 */
export async function askUntilFree(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  memberIds: readonly string[],
  range: Range,
): Promise<Map<string, CalendarCheck>> {
  const asking = await startAsking(runtime, workspaceId, memberIds, [range]);
  const decided = new Map<string, CalendarCheck>();
  for (const id of memberIds) {
    await asking.waitFor(id);
    const check = (await asking.check([id], range)).get(id);
    if (check) decided.set(id, check);
    if (!check || check.state === 'free') break;
  }
  return decided;
}

async function startAsking(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  memberIds: readonly string[],
  ranges: readonly Range[],
) {
  const actor = createSystemActor(workspaceId);
  const connections = await readInWorkspace(runtime, actor, (ctx) => listReadConnections(ctx, memberIds));
  const deadline = performance.now() + answerMs;
  const time = timeOf(ranges);
  const answered = new Set<string>();
  const reading = new Map(
    connections.map(({ id }) => [
      id,
      shared(id, time, (asked) => readNow(runtime, { workspace_id: workspaceId, id }, asked, deadline)).then(
        (isOk) => void (isOk && answered.add(id)),
      ),
    ]),
  );
  const isOf = (memberId: string) => (connection: ReadConnection) => connection.memberId === memberId;
  return {
    /** Until all calendars of a host have answered, or it is too late. */
    async waitFor(memberId: string): Promise<void> {
      const own = connections.filter(isOf(memberId)).map(({ id }) => id);
      const read = Promise.all(own.map((id) => reading.get(id)));
      if (await isWithin(read, deadline - performance.now())) return;
      const late = own.filter((id) => !answered.has(id));
      await runInWorkspace(runtime, actor, (ctx) => markUnanswered(ctx, late));
    },
    check: (ids: readonly string[], range: Range): Promise<Map<string, CalendarCheck>> =>
      readInWorkspace(runtime, actor, async (ctx) =>
        checksOf(await listChecks(ctx, ids, range, [...answered])),
      ),
  };
}

const timeOf = (ranges: readonly Range[]): AskedTime =>
  ranges.map(({ from, to }) => ({ start: new Date(from), end: new Date(to) })).reduce(around);

const around = (one: AskedTime, other: AskedTime): AskedTime => ({
  start: one.start < other.start ? one.start : other.start,
  end: one.end > other.end ? one.end : other.end,
});

function checksOf(rows: Awaited<ReturnType<typeof listChecks>>): Map<string, CalendarCheck> {
  return new Map(
    rows.map(({ memberId, isBusy, isUnreachable, readAt }) => [
      memberId,
      { state: isBusy ? 'busy' : isUnreachable ? 'unknown' : 'free', readAt },
    ]),
  );
}

/** While somebody else reads it, what they read may be older than the question. */
async function readNow(
  runtime: Runtime,
  due: { readonly workspace_id: WorkspaceId; readonly id: string },
  asked: AskedTime,
  deadline: number,
): Promise<boolean> {
  while (performance.now() < deadline) {
    const synced = await syncConnection(runtime, due, { asked });
    if (synced) return synced.isOk;
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs);
    });
  }
  return false;
}

interface PendingCheck {
  time: AskedTime;
  readonly answer: Promise<boolean>;
}

const waiting = new Map<string, PendingCheck>();
const last = new Map<string, Promise<unknown>>();

/** One at a time for each key. A caller who comes while one runs shares the next one, which begins after they came. */
function shared(key: string, time: AskedTime, run: (time: AskedTime) => Promise<boolean>): Promise<boolean> {
  const next = waiting.get(key);
  if (next) {
    next.time = around(next.time, time);
    return next.answer;
  }
  const before = last.get(key) ?? Promise.resolve();
  const answer = before
    .then(() => {
      const asked = waiting.get(key)?.time ?? time;
      waiting.delete(key);
      return run(asked);
    })
    .catch(() => false);
  const ended = answer.then(() => {
    if (last.get(key) === ended) last.delete(key);
  });
  waiting.set(key, { time, answer });
  last.set(key, ended);
  return answer;
}

async function isWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, ms));
  });
  const isDone = await Promise.race([work.then(() => true), timeout]);
  clearTimeout(timer);
  return isDone;
}

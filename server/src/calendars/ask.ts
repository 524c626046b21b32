import { systemActor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { listChecks, listReadConnections } from './busy.store.ts';
import { syncConnection } from './sync.ts';

export interface CalendarCheck {
  /** `unknown`: a calendar did not answer, and what is known of it is too old. */
  readonly state: 'free' | 'busy' | 'unknown';
  /** When the calendars had last been read. */
  readonly readAt: string | null;
}

/** For all calendars together: whoever books waits for it. */
const limitMs = 2_000;
/** What is known of a calendar that does not answer counts for so long. */
const trustedMs = 15 * 60_000;
const retryMs = 50;

/** Asks the calendars of these hosts, all at once, what changed, and answers for each range whether the hosts are free. */
export async function askCalendars(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  memberIds: readonly string[],
  ranges: readonly { readonly from: string; readonly to: string }[],
): Promise<Map<string, CalendarCheck>[]> {
  const actor = systemActor(workspaceId);
  const ids = await readInWorkspace(runtime, actor, (ctx) => listReadConnections(ctx, memberIds));
  const deadline = performance.now() + limitMs;
  const reading = ids.map((id) => shared(id, () => readNow(runtime, workspaceId, id, deadline)));
  await atMost(Promise.all(reading), limitMs);
  const oldest = runtime.clock.now().getTime() - trustedMs;
  return readInWorkspace(runtime, actor, async (ctx) => {
    const checks = [];
    for (const range of ranges) checks.push(checksOf(await listChecks(ctx, memberIds, range), oldest));
    return checks;
  });
}

function checksOf(
  rows: Awaited<ReturnType<typeof listChecks>>,
  oldestMs: number,
): Map<string, CalendarCheck> {
  return new Map(
    rows.map(({ memberId, isBusy, readAt }) => {
      const isKnown = readAt !== null && Date.parse(readAt) > oldestMs;
      return [memberId, { state: isBusy ? 'busy' : isKnown ? 'free' : 'unknown', readAt }];
    }),
  );
}

/** While somebody else reads it, what they read may be older than the question. */
async function readNow(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  id: string,
  deadline: number,
): Promise<void> {
  while (performance.now() < deadline) {
    if (await syncConnection(runtime, { workspace_id: workspaceId, id }, { isExtra: true })) return;
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs);
    });
  }
}

const waiting = new Map<string, Promise<void>>();
const last = new Map<string, Promise<unknown>>();

/** One at a time for each key. Whoever comes while one runs shares the next one, which begins after they came. */
function shared(key: string, run: () => Promise<void>): Promise<void> {
  const next = waiting.get(key);
  if (next) return next;
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(() => {
    waiting.delete(key);
    return run();
  });
  const ended = mine
    .catch(() => undefined)
    .then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
  waiting.set(key, mine);
  last.set(key, ended);
  return mine;
}

async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), timeout]);
  clearTimeout(timer);
}

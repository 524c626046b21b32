import type { OutboxRow, UnfinishedEffect, WaitingRow } from './outbox.ts';

/** After each failure; then the effect is given up. About a day in all. */
export const retrySeconds = [1, 5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800];

/** Until what could not run yet is run again. */
const postponedSeconds = 0.5;

type Batch = readonly [OutboxRow, ...OutboxRow[]];

/**
 * Rows that a reaction can be given together: of one event and one actor. The order of the batches is such that no row comes
 * before an earlier one of its stream.
 */
export function groupIntoBatches(rows: readonly OutboxRow[]): Batch[] {
  const batches: [OutboxRow, ...OutboxRow[]][] = [];
  const latestOfKind = new Map<string, number>();
  const latestOfStream = new Map<string, number>();
  for (const row of rows) {
    const kind = `${row.name} ${row.actorKind} ${row.memberId}`;
    let index = latestOfKind.get(kind) ?? -1;
    if (index < (latestOfStream.get(row.stream) ?? 0)) index = batches.push([row]) - 1;
    else batches[index]?.push(row);
    latestOfKind.set(kind, index);
    latestOfStream.set(row.stream, index);
  }
  return batches;
}

/** What has become of the reactions to some rows. */
export interface Progress {
  /** Still to be run, and run already for every earlier row of the stream. */
  isReady(row: OutboxRow, reaction: string): boolean;
  succeeded(rows: readonly OutboxRow[], reaction: string): void;
  /** Not a failure: they are run again in a moment, however often. */
  postponed(rows: readonly OutboxRow[], reaction: string): void;
  /** Whether that was the last attempt. */
  failed(row: OutboxRow, reaction: string, message: string): boolean;
  finished(): OutboxRow[];
  unfinished(): UnfinishedEffect[];
}

interface Blocker {
  readonly position: number;
  readonly waitSeconds: number;
}

export function trackProgress(
  rows: readonly OutboxRow[],
  waiting: readonly WaitingRow[],
  reactionsTo: (name: string) => readonly string[],
): Progress {
  const done = new Map(rows.map((row) => [row, new Set(row.done)]));
  const errors = new Map<OutboxRow, string[]>();
  const postponed = new Set<OutboxRow>();
  const blockers = new Map<string, Blocker[]>();

  const block = (stream: string, reaction: string, blocker: Blocker): void => {
    const key = `${reaction} ${stream}`;
    blockers.set(key, [...(blockers.get(key) ?? []), blocker]);
  };
  for (const { stream, name, done: ran, ...blocker } of waiting) {
    for (const reaction of reactionsTo(name)) if (!ran.includes(reaction)) block(stream, reaction, blocker);
  }
  const blockersOf = ({ stream, position }: OutboxRow, reaction: string): Blocker[] =>
    (blockers.get(`${reaction} ${stream}`) ?? []).filter((blocker) => blocker.position < position);
  const openOf = (row: OutboxRow): string[] =>
    reactionsTo(row.name).filter((reaction) => !done.get(row)?.has(reaction));

  return {
    isReady: (row, reaction) => !done.get(row)?.has(reaction) && blockersOf(row, reaction).length === 0,
    succeeded(ran, reaction) {
      for (const row of ran) done.get(row)?.add(reaction);
    },
    postponed(rowsToWait, reaction) {
      for (const row of rowsToWait) {
        postponed.add(row);
        block(row.stream, reaction, { position: row.position, waitSeconds: postponedSeconds });
      }
    },
    failed(row, reaction, message) {
      errors.set(row, [...(errors.get(row) ?? []), `${reaction}: ${message}`.slice(0, 500)]);
      const waitSeconds = retrySeconds[row.attempts];
      block(row.stream, reaction, { position: row.position, waitSeconds: waitSeconds ?? 0 });
      return waitSeconds === undefined;
    },
    finished: () => rows.filter((row) => openOf(row).length === 0),
    unfinished: () =>
      rows.flatMap((row): UnfinishedEffect[] => {
        const open = openOf(row);
        if (open.length === 0) return [];
        const { stream, position, attempts } = row;
        const own = { stream, position, done: [...(done.get(row) ?? [])] };
        const failures = errors.get(row);
        if (!failures) {
          const waits = open.flatMap((reaction) => blockersOf(row, reaction)).map((one) => one.waitSeconds);
          const least = postponed.has(row) ? postponedSeconds : 0;
          return [{ ...own, attempts, waitSeconds: Math.max(least, ...waits), isFailed: false, error: null }];
        }
        const waitSeconds = retrySeconds[attempts];
        return [
          {
            ...own,
            attempts: attempts + 1,
            waitSeconds: waitSeconds ?? 0,
            isFailed: waitSeconds === undefined,
            error: failures.join(' '),
          },
        ];
      }),
  };
}

import type { createRandom } from '../chaos/scenario.ts';

/** A claim about calls, as a run that prints its figures beside the limits. */
export interface Proof {
  /** What must hold, in a sentence. */
  readonly claim: string;
  /** Numbers that may be given, with their defaults. */
  readonly numbers: Readonly<Record<string, number>>;
  /** The same numbers for `--smoke`, which takes seconds. */
  readonly smoke?: Readonly<Record<string, number>>;
  /** Words that may be given, with their defaults. */
  readonly words?: Readonly<Record<string, string>>;
  run(plan: Plan): Promise<Findings>;
}

export interface Plan {
  readonly seed: number;
  /** A few seconds on little data: no figure of it means anything. */
  readonly isSmoke: boolean;
  /** As given, else the default. */
  number(name: string): number;
  word(name: string): string;
  readonly random: ReturnType<typeof createRandom>;
  log(line: string): void;
}

export interface Findings {
  /** How often each outcome was found. */
  readonly counts: Readonly<Record<string, number>>;
  /** What must not be, a sentence each. */
  readonly wrong: readonly string[];
}

/** One of a list. */
export function pickOne<T>(random: Plan['random'], list: readonly T[]): T {
  const found = list[random(list.length)];
  if (found === undefined) throw new Error('Nothing to pick from.');
  return found;
}

/** Several at a time, in the order of the list. */
export async function runInParallel<T>(
  list: readonly T[],
  lanes: number,
  work: (item: T, lane: number) => Promise<void>,
): Promise<void> {
  const queue = list.values();
  const run = async (lane: number): Promise<void> => {
    for (const item of queue) await work(item, lane);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
}

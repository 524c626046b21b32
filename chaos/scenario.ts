/** A reliability claim as a run of the program under faults, and a control without the guard behind the claim. */
export interface Scenario {
  /** What must hold, in a sentence. */
  readonly claim: string;
  /** The guard that the control removes. The same checks must then find something wrong. */
  readonly control?: string;
  /** Comparisons inject no faults, and every outcome is known. */
  readonly kind?: 'faults' | 'comparison';
  /** How many rounds unless given. */
  readonly rounds: number;
  readonly controlRounds?: number;
  /** Further numbers that may be given, with their defaults. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** Further texts that may be given, with their defaults. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The same numbers for `--smoke`, which runs one round within seconds and no control. */
  readonly smoke?: Readonly<Record<string, number>>;
  run(plan: Plan): Promise<Findings>;
}

export interface Plan {
  readonly seed: number;
  readonly rounds: number;
  readonly isControl: boolean;
  /** A few seconds on little data: no figure of it means anything. */
  readonly isSmoke: boolean;
  readonly numbers: Readonly<Record<string, number>>;
  readonly texts: Readonly<Record<string, string>>;
  /** A whole number from 0 to below the given one. A seed always gives the same ones. */
  random(below: number): number;
  log(line: string): void;
}

/** `unknown`: the caller got no answer, or one that leaves open whether the request had its effect. */
export type Outcome = 'ok' | 'refused' | 'unknown';

export interface Findings {
  /** How often each fault was injected. */
  readonly faults: Readonly<Record<string, number>>;
  readonly operations: Readonly<Record<Outcome, number>>;
  /** What else is worth printing. */
  readonly figures?: Readonly<Record<string, string | number>>;
  /** What must not be, a sentence each. */
  readonly wrong: readonly string[];
  /** Why this run shows nothing although nothing is wrong. */
  readonly doubt?: string;
}

export interface Verdict {
  readonly verdict: 'passed' | 'failed' | 'inconclusive';
  readonly reason: string;
}

export function computeVerdict(
  { kind = 'faults' }: Pick<Scenario, 'kind'>,
  { faults, operations, wrong, doubt }: Findings,
  control?: Findings,
): Verdict {
  if (wrong.length > 0) return { verdict: 'failed', reason: `${wrong.length} things are wrong` };
  const inconclusive = (reason: string) => ({ verdict: 'inconclusive', reason }) as const;
  if (doubt !== undefined) return inconclusive(doubt);
  if (operations.ok === 0) return inconclusive('no operation was acknowledged');
  if (kind === 'faults') {
    if (sumCounts(faults) === 0) return inconclusive('no fault was injected');
    if (operations.unknown === 0) return inconclusive('no operation had an unknown outcome');
  }
  if (control && control.wrong.length === 0)
    return inconclusive('the control found nothing wrong, so this run would not have either');
  return { verdict: 'passed', reason: control ? 'and the control failed, as it must' : 'nothing is wrong' };
}

export const sumCounts = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function buildPlan(
  scenario: Scenario,
  given: {
    seed: number;
    rounds?: number;
    isControl?: boolean;
    isSmoke?: boolean;
    numbers?: Record<string, number>;
    texts?: Record<string, string>;
  },
  log: (line: string) => void = () => {},
): Plan {
  const { seed, isControl = false, isSmoke = false } = given;
  const rounds = given.rounds ?? scenario.rounds;
  return {
    seed,
    isControl,
    isSmoke,
    rounds: isControl ? Math.min(rounds, scenario.controlRounds ?? 3) : rounds,
    numbers: { ...scenario.numbers, ...given.numbers },
    texts: { ...scenario.texts, ...given.texts },
    random: createRandom(seed),
    log,
  };
}

/** What `--smoke` runs. It shows that a command works, and nothing about its claim. */
export function listSmokeNumbers({
  numbers = {},
  smoke = {},
}: Pick<Scenario, 'numbers' | 'smoke'>): Record<string, number> {
  const missing = Object.keys(numbers).filter((name) => smoke[name] === undefined);
  if (missing.length > 0) throw new Error(`There is no number for --smoke: ${missing.join(', ')}.`);
  return { ...smoke };
}

/** Counts faults and outcomes while a scenario runs. */
export interface Counts {
  readonly faults: Record<string, number>;
  readonly operations: Record<Outcome, number>;
  fault(name: string): void;
  operation(outcome: Outcome): void;
}

export function createCounts(): Counts {
  const faults: Record<string, number> = {};
  const operations = { ok: 0, refused: 0, unknown: 0 };
  return {
    faults,
    operations,
    fault: (name) => void (faults[name] = (faults[name] ?? 0) + 1),
    operation: (outcome) => void (operations[outcome] += 1),
  };
}

export function computePercentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

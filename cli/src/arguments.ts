import { UsageError } from './failures.ts';

/** A flag as it is parsed and as the help shows it. */
export interface Flag {
  readonly name: string;
  /** What stands for its value in the help; a switch has none. */
  readonly value?: string | undefined;
  readonly meaning?: string | undefined;
  readonly isList?: boolean;
  readonly isRequired?: boolean;
  readonly choices?: readonly string[];
}

/** The values of each flag, in the order in which they were given. */
export type Values = ReadonlyMap<string, readonly string[]>;

export interface ParsedArguments {
  readonly args: readonly string[];
  readonly values: Values;
}

/** `--name value`, `--name=value`, `--switch`, `--no-switch`, `--switch false`, and `--` before what is no flag. */
export function parseArguments(words: readonly string[], flags: readonly Flag[]): ParsedArguments {
  const args: string[] = [];
  const values = new Map<string, string[]>();
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') {
      args.push(...words.slice(index + 1));
      break;
    }
    if (!word.startsWith('--')) {
      if (/^-[a-z]/i.test(word)) throw new UsageError(`Unknown flag ${word}; flags start with two hyphens.`);
      args.push(word);
      continue;
    }
    const { flag, given } = findFlag(word, flags);
    let value = given;
    if (value === undefined) {
      const next = words[index + 1];
      const takesNext = flag.value === undefined ? next === 'true' || next === 'false' : next !== undefined;
      if (takesNext) index += 1;
      value = takesNext ? next : flag.value === undefined ? 'true' : undefined;
    }
    if (value === undefined) throw new UsageError(`--${flag.name} needs a value, ${flag.value ?? ''}.`);
    const before = values.get(flag.name) ?? [];
    if (before.length > 0 && !flag.isList) throw new UsageError(`--${flag.name} was given twice.`);
    values.set(flag.name, [...before, value]);
  }
  return { args, values };
}

function findFlag(word: string, flags: readonly Flag[]): { flag: Flag; given: string | undefined } {
  const [, name = '', given] = /^--([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
  const flag = flags.find((candidate) => candidate.name === name);
  if (flag) return { flag, given };
  const switched = flags.find(
    (candidate) => candidate.value === undefined && `no-${candidate.name}` === name,
  );
  if (switched && given === undefined) return { flag: switched, given: 'false' };
  throw new UsageError(
    `Unknown flag --${name}.${suggestWord(
      name,
      flags.map((each) => each.name),
      '--',
    )}`,
  );
}

/** Ends in nothing when none is close. */
export function suggestWord(word: string, known: readonly string[], prefix = ''): string {
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceBetween(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best ? ` Did you mean ${prefix}${best.candidate}?` : '';
}

/** Levenshtein's, with two swapped letters as one mistake. */
function distanceBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      const at = (up: number, left: number): number =>
        (up === 0 ? line : rows[row - up])?.[column - left] ?? Infinity;
      const isSwap = change === 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      line.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + change, isSwap ? at(2, 2) + 1 : Infinity));
    }
    rows.push(line);
  }
  return rows[a.length]?.[b.length] ?? Infinity;
}

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { signalProcesses, listProcessTree } from '../chaos/database.ts';
import { createRandom, listSmokeNumbers } from '../chaos/scenario.ts';
import type { Findings } from './proof.ts';
import { proofs } from './proofs.ts';

/**
 * Runs a proof, prints what was found, and exits with 0 when it passed, 1 when it failed and 2 when nothing was shown.
 *
 *   npm run voice -- --list
 *   npm run voice -- calls --count 10 --seed 7
 *   npm run voice -- calls --smoke
 */

const sentencesShown = 20;

async function main(): Promise<number> {
  const [name = '--list', ...rest] = process.argv.slice(2);
  const proof = proofs[name];
  if (!proof) {
    printList();
    return name === '--list' ? 0 : 2;
  }
  const names = ['seed', 'minutes', ...Object.keys({ ...proof.numbers, ...proof.words })];
  const options = Object.fromEntries(names.map((option) => [option, { type: 'string' as const }]));
  const smoke = { type: 'boolean' as const, default: false };
  const { values } = parseArgs({ args: rest, options: { ...options, smoke } });
  const { smoke: isSmoke, ...given }: Record<string, string | boolean | undefined> = values;
  const numbers: Record<string, number> = isSmoke ? listSmokeNumbers(proof) : {};
  for (const [key, value] of Object.entries(given)) numbers[key] = Number(value);
  const { seed = Math.floor(Math.random() * 1e9), minutes = isSmoke ? 5 : 180 } = numbers;
  stopAfter(minutes);
  console.log(`${name}: ${proof.claim}`);
  console.log(`seed ${seed}, Node ${process.versions.node}, ${cpus().length} cores`);
  const startedMs = performance.now();
  const plan = {
    seed,
    isSmoke: isSmoke === true,
    number: (option: string) => numbers[option] ?? proof.numbers[option] ?? 0,
    word: (option: string) => String(given[option] ?? proof.words?.[option] ?? ''),
    random: createRandom(seed),
    log: (line: string) => console.log(line),
  };
  const found = await proof.run(plan).catch(leaveNothingRunning);
  return judge(found, (performance.now() - startedMs) / 1000);
}

function printList(): void {
  const width = Math.max(...Object.keys(proofs).map(({ length }) => length));
  for (const [name, { claim, numbers, words }] of Object.entries(proofs)) {
    const options = Object.entries({ ...numbers, ...words }).map(([key, value]) => `--${key} ${value}`);
    console.log(`${name.padEnd(width)}  ${claim} (${options.join(' ')})`);
  }
}

/** A run that takes too long or is interrupted ends with everything that it started. */
function stopAfter(minutes: number): void {
  const end = (reason: string): void => {
    console.log(`\ninconclusive: ${reason}`);
    signalProcesses(listProcessTree(process.pid).slice(1), 'SIGKILL');
    process.exit(2);
  };
  setTimeout(end, minutes * 60_000, `it was not over after ${minutes} minutes (--minutes)`).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end('it was interrupted'));
}

function leaveNothingRunning(error: unknown): never {
  signalProcesses(listProcessTree(process.pid).slice(1), 'SIGKILL');
  throw error;
}

function judge({ counts, wrong }: Findings, seconds: number): number {
  const outcomes = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
  console.log(`\n${outcomes.join(', ')}; ${seconds.toFixed(0)} s, ${wrong.length} wrong`);
  for (const sentence of wrong.slice(0, sentencesShown)) console.log(`  wrong: ${sentence}`);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const verdict = wrong.length > 0 ? 'failed' : total === 0 ? 'inconclusive' : 'passed';
  console.log(verdict);
  return { passed: 0, failed: 1, inconclusive: 2 }[verdict];
}

// Left to itself, Node 20 sometimes spins forever while it closes the sockets of processes that were killed.
process.exit(await main());

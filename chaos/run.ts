import { cpus } from 'node:os';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { signalProcesses, listProcessTree } from './database.ts';
import {
  buildPlan,
  listSmokeNumbers,
  computeVerdict,
  type Findings,
  type Plan,
  type Scenario,
} from './scenario.ts';
import { scenarios } from './scenarios.ts';

/**
 * Runs a scenario and its control, prints what was found, and exits with 0 when it passed, 1 when it failed and 2 when
 * nothing was shown.
 *
 *   npm run chaos -- --list
 *   npm run chaos -- bookings --rounds 100 --seed 7
 *   npm run chaos -- bookings --smoke
 */

const exitCodes = { passed: 0, failed: 1, inconclusive: 2 };
const sentencesShown = 20;
const smokeMinutes = 5;

async function main(): Promise<number> {
  const [name = '--list', ...rest] = process.argv.slice(2);
  const scenario = scenarios[name];
  if (!scenario) {
    printList();
    return name === '--list' ? 0 : 2;
  }
  const { values } = parseArgs({ args: rest, options: optionsOf(scenario) });
  if (values['smoke'] === true) return smoke(scenario);
  const isText = ([key]: [string, unknown]) => scenario.texts?.[key] !== undefined;
  const entries = Object.entries(values);
  const texts = Object.fromEntries(entries.filter(isText)) as Record<string, string>;
  const numbers = Object.fromEntries(
    entries.filter((entry) => !isText(entry)).map(([key, value]) => [key, Number(value)]),
  );
  const { seed = Math.floor(Math.random() * 1e9), minutes = 60, ...given } = numbers;
  stopAfter(minutes);
  console.log(`${name}: ${scenario.claim}`);
  console.log(`seed ${seed}, Node ${process.versions.node}, ${cpus().length} cores`);
  const planned = {
    seed,
    numbers: given,
    texts,
    ...(given['rounds'] !== undefined && { rounds: given['rounds'] }),
  };
  const found = await runOnce(scenario, buildPlan(scenario, planned, console.log));
  let control: Findings | undefined;
  if (scenario.control) {
    console.log(`\ncontrol: ${scenario.control}`);
    control = await runOnce(scenario, buildPlan(scenario, { ...planned, isControl: true }, console.log));
  }
  const { verdict, reason } = computeVerdict(scenario, found, control);
  console.log(`\n${verdict}: ${reason}`);
  return exitCodes[verdict];
}

/** One round on little data, without a control. */
async function smoke(scenario: Scenario): Promise<number> {
  stopAfter(smokeMinutes);
  const given = { seed: 1, rounds: 1, isSmoke: true, numbers: listSmokeNumbers(scenario) };
  const plan = buildPlan(scenario, given, console.log);
  const { wrong, operations } = await runOnce(scenario, plan);
  return wrong.length === 0 && operations.ok > 0 ? exitCodes.passed : exitCodes.failed;
}

function printList(): void {
  const width = Math.max(...Object.keys(scenarios).map(({ length }) => length));
  for (const [name, { claim, rounds, numbers = {} }] of Object.entries(scenarios)) {
    const options = Object.entries({ rounds, ...numbers }).map(([key, value]) => `--${key} ${value}`);
    console.log(`${name.padEnd(width)}  ${claim} (${options.join(' ')})`);
  }
}

function optionsOf({ numbers = {}, texts = {} }: Scenario): NonNullable<ParseArgsConfig['options']> {
  const names = ['seed', 'rounds', 'minutes', ...Object.keys(numbers), ...Object.keys(texts)];
  return {
    smoke: { type: 'boolean' },
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  };
}

/** A run that takes too long or is interrupted ends with everything that it started. */
function stopAfter(minutes: number): void {
  const end = (reason: string): void => {
    console.log(`
inconclusive: ${reason}`);
    signalProcesses(listProcessTree(process.pid).slice(1), 'SIGKILL');
    process.exit(exitCodes.inconclusive);
  };
  setTimeout(end, minutes * 60_000, `it was not over after ${minutes} minutes (--minutes)`).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end('it was interrupted'));
}

async function runOnce(scenario: Scenario, plan: Plan): Promise<Findings> {
  const startedMs = performance.now();
  const found = await scenario.run(plan);
  const { ok, refused, unknown } = found.operations;
  console.log(`  faults: ${listed(found.faults) || 'none'}`);
  console.log(`  operations: ${ok} ok, ${refused} refused, ${unknown} unknown`);
  if (found.figures) console.log(`  ${listed(found.figures)}`);
  console.log(`  ${((performance.now() - startedMs) / 1000).toFixed(0)} s, ${found.wrong.length} wrong`);
  for (const sentence of found.wrong.slice(0, sentencesShown)) console.log(`  wrong: ${sentence}`);
  return found;
}

const listed = (counts: Readonly<Record<string, string | number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');

// Left to itself, Node 20 sometimes spins forever while it closes the sockets of processes that were killed.
process.exit(await main());

// npx tsx bench/sign-in.ts
// How long a refused sign-in takes for an unknown address, a known one, and one in five workspaces, in turns. Fails when the
// medians differ by more than a quarter: then time tells who has an account.

import { createWorkspace } from '../server/src/identity/public.ts';
import { openPool } from '../server/src/platform/db/connect.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { signIn } from '../server/src/identity/sign-in/sign-in.ts';
import { createTestRuntime } from '../server/test/runtime.ts';
import { openBench } from './parts/server.ts';
import { judge, chooseForSmoke } from './parts/smoke.ts';

const ROUNDS = chooseForSmoke(60, 2);
const LARGEST_RATIO = 1.25;
const workspaces = 5;

const bench = await openBench();
const { restrictRole } = await migrate(bench.postgres.connection);
const pool = openPool(bench.postgres.connection, 5);
const runtime = createTestRuntime({ pool, restrictRole }, { config: { rateLimit: 'off' } });
const client = { address: '203.0.113.9', userAgent: '', device: undefined, session: undefined };

const addresses = {
  unknown: 'nobody@bench.example',
  known: 'one@bench.example',
  'in five workspaces': 'five@bench.example',
};

async function add(email: string): Promise<void> {
  const owner = { email, firstName: 'Bench', lastName: 'Person', timezone: 'UTC', language: 'en' };
  await createWorkspace(runtime, { name: 'Bench', timezone: 'UTC', owner });
}

async function refusedMs(email: string): Promise<number> {
  const from = performance.now();
  await signIn(runtime, { email, password: 'a wrong password' }, client, async () => undefined).catch(
    () => {},
  );
  return performance.now() - from;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

await add(addresses.known);
for (let index = 0; index < workspaces; index += 1) await add(addresses['in five workspaces']);
const names = Object.keys(addresses) as (keyof typeof addresses)[];
const times = new Map(names.map((name) => [name, [] as number[]]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of names) times.get(name)?.push(await refusedMs(addresses[name]));
}
const medians = names.map((name) => [name, median(times.get(name) ?? [])] as const);
const fastest = Math.min(...medians.map(([, ms]) => ms));
for (const [name, ms] of medians) {
  console.log(`${name.padEnd(20)} ${ms.toFixed(1).padStart(7)} ms   ratio ${(ms / fastest).toFixed(2)}`);
}
judge(medians.every(([, ms]) => ms / fastest <= LARGEST_RATIO));
await pool.end();
await bench.close();

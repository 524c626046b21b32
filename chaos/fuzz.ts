import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openBench } from '../bench/parts/server.ts';
import { createClient, type Connection } from '../server/src/platform/db/connect.ts';
import { startReceiver } from '../server/src/webhooks/delivery/test-receiver.ts';
import { requests as operationRequests, createWorld } from '../server/test/operations.ts';
import { formatDatabaseUrl, startServer, stopAll } from '../server/test/process/daybook.ts';
import { ownerToken, plantedFailure } from '../server/test/runtime.ts';
import { fuzzContract, type Finding, type Result } from './fuzz/fuzz.ts';
import { createHttpApp } from './fuzz/http-app.ts';

/**
 * Sends requests made from the contract, valid and not, to a server of its own with the demo company on it. Each must be
 * answered in time, never with a 5xx, and as the contract says. `--control` plants two faults, which must be found.
 *
 *   npm run fuzz -- --requests 100000 --minutes 60 --seed 7
 */

interface Options {
  readonly seed: number;
  readonly requests: number;
  readonly limitMs: number;
  readonly control: boolean;
}

export async function fuzzServer({ seed, requests, limitMs, control }: Options): Promise<Result> {
  const bench = await openBench();
  const receiver = await startReceiver();
  try {
    const { connection } = bench.postgres;
    const server = await startServer({
      DATABASE_URL: formatDatabaseUrl(connection),
      BOOTSTRAP_TOKEN: ownerToken,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'error',
    });
    if (control) await plantFaults(connection);
    const app = createHttpApp(server.url, connection);
    const world = createWorld(app, receiver.url, { firstDay: inSixWeeks() });
    const target = {
      url: server.url,
      ownerToken,
      request: async (operation: string) => operationRequests[operation]?.(world),
    };
    const result = await fuzzContract(target, { seed, requests, limitMs, log: console.log });
    const left = await leftBehind(connection, server.output());
    if (server.child.exitCode !== null) left.push('The server has ended.');
    await app.close();
    const findings: Finding[] = left.map((why) => ({ operation: 'afterwards', why, request: '' }));
    return { ...result, findings: [...result.findings, ...findings] };
  } finally {
    await stopAll();
    await receiver.close();
    await bench.close();
  }
}

/** A Monday, so that working hours follow from it. */
function inSixWeeks(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 42 + ((8 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}

/** One operation fails, and one answers what its contract does not have. */
async function plantFaults(connection: Connection): Promise<void> {
  await execute(
    connection,
    `create function planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
     create trigger planted before insert on note for each row execute function planted();
     alter table member drop constraint member_role_check;
     update member set role = 'planted' where role = 'user'`,
  );
}

async function execute(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = createClient(connection);
  await client.connect();
  try {
    await client.query(`set daybook.workspace = '*'`);
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** What a refund says on a machine that reaches nothing but itself. */
const withoutProvider = 'does not answer at the moment.';

/** Faults that no answer shows: effects and jobs that failed, and what the log calls an error. */
async function leftBehind(connection: Connection, output: string): Promise<string[]> {
  const effects = await execute(
    connection,
    `select name, error from outbox where attempts > 0 and error is distinct from '${plantedFailure}' limit 5`,
  );
  const jobs = await execute(
    connection,
    'select task_identifier as name, last_error as error from graphile_worker.jobs where last_error is not null limit 5',
  );
  const lines = output
    .split('\n')
    .filter((line) => line.includes('"level":"error"') && !line.includes(withoutProvider));
  return [
    ...effects.map(({ name, error }) => `An effect of ${String(name)} failed: ${String(error)}`),
    ...jobs.map(({ name, error }) => `The job ${String(name)} failed: ${String(error)}`),
    ...lines.slice(0, 5).map((line) => `The log has an error: ${line.slice(0, 1500)}`),
  ];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
      smoke: { type: 'boolean', default: false },
      requests: { type: 'string' },
      minutes: { type: 'string', default: '60' },
      control: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  const requests = Number(values.requests ?? (values.smoke ? 300 : 100_000));
  console.log(`seed ${seed}, ${requests} requests${values.control ? ', with two planted faults' : ''}`);
  const beganMs = Date.now();
  const limitMs = Number(values.minutes) * 60_000;
  const result = await fuzzServer({ seed, requests, limitMs, control: values.control });
  for (const { operation, why, request } of result.findings.slice(0, 30))
    console.log(`FOUND ${operation}: ${why}\n${request}\n`);
  for (const [outcome, count] of Object.entries(result.outcomes))
    console.log(`${outcome.padStart(12)} ${count}`);
  const seconds = (Date.now() - beganMs) / 1000;
  console.log(
    `${result.requests} requests in ${seconds.toFixed(0)} s; ${result.tried} operations tried, ${result.succeeded} of them with success ` +
      `(Node ${process.versions.node}, ${cpus().length} cores)`,
  );
  if (!values.smoke && result.succeeded < result.tried / 2) {
    console.log('Inconclusive: too few operations were reached.');
    return 2;
  }
  const { length } = result.findings;
  console.log(length === 0 ? 'No 5xx, no answer off its schema, no hang.' : `${length} findings.`);
  return length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) process.exit(await main());

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { runLoad, computeMedian } from './parts/load.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';
import {
  createDataFolder,
  parseKeys,
  removeFolders,
  startServer,
  stopProgram,
} from '../server/test/process/daybook.ts';

/**
 * Requests a second of GET /v2/whoami, as ratios: to a bare Fastify route with the same bytes, and to the same look-up by
 * `pg` alone. Rounds alternate, since the speed of a machine changes from minute to minute.
 */

const { values } = parseArgs({
  options: {
    ...smokeOption,
    rounds: { type: 'string', default: chooseForSmoke('5', '1') },
    seconds: { type: 'string', default: chooseForSmoke('3', '0.2') },
  },
});
const connections = '50';
const poolSize = '20';
const run = promisify(execFile);

async function program(name: string, ...args: string[]): Promise<number> {
  const { stdout } = await run(process.execPath, [
    '--import',
    'tsx',
    join(import.meta.dirname, name),
    ...args,
  ]);
  return Number(stdout.trim());
}

async function load(url: string, token: string): Promise<number> {
  const { port, pathname } = new URL(url);
  const requests = [{ method: 'GET', path: pathname }];
  const seconds = Number(values.seconds);
  const measured = await runLoad({
    port: Number(port),
    token,
    connections: Number(connections),
    requests,
    seconds,
  });
  if (Object.keys(measured.statuses).join() !== '200') throw new Error(JSON.stringify(measured.statuses));
  return Math.round(measured.perSecond);
}

const dataDir = createDataFolder();
const server = await startServer({
  DATA_DIR: dataDir,
  RATE_LIMIT: '100000000,100000000',
  DATABASE_POOL: poolSize,
});
const { token } = parseKeys(server.output());
const { body } = await server.call('/v2/whoami', { headers: { authorization: `Bearer ${token}` } });

const bareArgs = ['--import', 'tsx', join(import.meta.dirname, 'parts/http-bare.ts'), body];
const bare = spawn(process.execPath, bareArgs, { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(bare.stdout, 'data')) as [Buffer];
const bareUrl = `http://127.0.0.1:${port.toString().trim()}/v2/whoami`;

const measured = { daybook: [] as number[], bare: [] as number[], lookup: [] as number[] };
try {
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    measured.daybook.push(await load(`${server.url.replace('localhost', '127.0.0.1')}/v2/whoami`, token));
    measured.bare.push(await load(bareUrl, token));
    measured.lookup.push(
      await program('parts/http-lookup.ts', dataDir, token, connections, poolSize, values.seconds),
    );
    const [daybook, plain, lookup] = [measured.daybook, measured.bare, measured.lookup].map((list) =>
      list.at(-1),
    );
    console.log(
      `round ${round}: Daybook ${daybook}, bare Fastify ${plain}, look-up alone ${lookup} a second`,
    );
  }
} finally {
  bare.kill();
  await stopProgram(server);
  removeFolders();
}

const ratios = (other: number[]) =>
  measured.daybook.map((value, index) => value / (other[index] ?? Number.NaN));
const perSecond = Object.entries(measured).map(([name, list]) => `${name} ${computeMedian(list)}`);
console.log(`medians a second: ${perSecond.join(', ')}`);
console.log(
  `ratio to bare Fastify ${computeMedian(ratios(measured.bare)).toFixed(2)}, to the look-up alone ${computeMedian(ratios(measured.lookup)).toFixed(2)}`,
);
console.log(
  `npx tsx bench/http.ts --rounds ${values.rounds} --seconds ${values.seconds}; ${connections} connections, pool of ${poolSize}, ` +
    `Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '../server/src/platform/db/connect.ts';
import { generateToken } from '../server/src/platform/auth/token.ts';
import { migrateDirectory } from '../server/src/platform/directory/directory.ts';
import { formatDatabaseUrl, startServer, stopProgram } from '../server/test/process/daybook.ts';
import { readCpuMs } from './parts/cpu.ts';
import { computeMedian, runLoad } from './parts/load.ts';
import { addDatabase, openBench } from './parts/server.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';

/** CPU of the router for a request, and its requests a second as a ratio to those of the bare cell behind it. Rounds alternate. */

const { values } = parseArgs({
  options: {
    ...smokeOption,
    rounds: { type: 'string', default: chooseForSmoke('5', '1') },
    seconds: { type: 'string', default: chooseForSmoke('3', '0.2') },
  },
});
const maxMs = 1;
const code = 'benchCel';

const bench = await openBench();
const directoryUrl = formatDatabaseUrl(await addDatabase(bench, 'directory'));
await migrateDirectory(directoryUrl);
const bareArgs = [
  '--import',
  'tsx',
  join(import.meta.dirname, 'parts/http-bare.ts'),
  '{"email":"a@b.example"}',
];
const bare = spawn(process.execPath, bareArgs, { stdio: ['ignore', 'pipe', 'inherit'] });
const [output] = (await once(bare.stdout, 'data')) as [Buffer];
const cellPort = Number(output.toString().trim());
await registerCell();
const router = await startServer({ ROLE: 'router', DIRECTORY_URL: directoryUrl });

const measured = { cpuMs: [] as number[], ratio: [] as number[] };
try {
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const before = readCpuMs(router.child.pid);
    const routed = await load(Number(new URL(router.url).port));
    // The CPU of the warm-up is included and its requests are not, so this is rather too much.
    const cpuMs = (readCpuMs(router.child.pid) - before) / routed.requests;
    const direct = await load(cellPort);
    measured.cpuMs.push(cpuMs);
    measured.ratio.push(routed.perSecond / direct.perSecond);
    console.log(
      `round ${round}: ${cpuMs.toFixed(3)} ms of CPU a request; ${Math.round(routed.perSecond)} a second, ${Math.round(direct.perSecond)} without the router`,
    );
  }
} finally {
  bare.kill();
  await stopProgram(router);
  await bench.close();
}

const median = computeMedian(measured.cpuMs);
console.log(
  `median: ${median.toFixed(3)} ms of CPU a request (limit ${maxMs}), ratio to the bare cell ${computeMedian(measured.ratio).toFixed(2)}`,
);
console.log(
  `npx tsx bench/router.ts --rounds ${values.rounds} --seconds ${values.seconds}; Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
if (median >= maxMs && !values.smoke) process.exitCode = 1;

async function registerCell(): Promise<void> {
  const client = createClient(directoryUrl);
  await client.connect();
  await client.query(`insert into directory.cell values ('bench', $1, '')`, [`http://127.0.0.1:${cellPort}`]);
  await client.query(`insert into directory.workspace_cell values (gen_random_uuid(), $1, 'bench')`, [code]);
  await client.end();
}

async function load(port: number): Promise<{ perSecond: number; requests: number }> {
  const seconds = Number(values.seconds);
  const requests = [{ method: 'GET', path: '/v2/whoami' }];
  const token = generateToken('dbk', code);
  const { perSecond, statuses } = await runLoad({ port, token, connections: 50, requests, seconds });
  if (Object.keys(statuses).join() !== '200') throw new Error(JSON.stringify(statuses));
  return { perSecond, requests: statuses[200] ?? 0 };
}

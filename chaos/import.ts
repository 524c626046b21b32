import pg from 'pg';
import {
  formatDatabaseUrl,
  buildBearerHeader,
  startServer,
  stopProgram,
  stopAll,
  pollUntil,
  type Server,
} from '../server/test/process/daybook.ts';
import { openBench, token as benchToken } from '../bench/parts/server.ts';
import { getPeakMemory } from './measure.ts';
import type { Scenario } from './scenario.ts';

/** Kills the worker repeatedly during an import, and checks that every row of the file is there exactly once. */

interface Options {
  readonly databaseUrl: string;
  readonly token: string;
  readonly rows: number;
  readonly kills: number;
}

export interface ImportResult {
  readonly kills: number;
  readonly seconds: number;
  /** The most memory that a worker used, in MB; 0 where the system does not report it. */
  readonly peakMb: number;
  readonly wrong: readonly string[];
}

export async function importWithKills({ databaseUrl, token, rows, kills }: Options): Promise<ImportResult> {
  const variables = { DATABASE_URL: databaseUrl, BOOTSTRAP_TOKEN: token, SEED: 'empty', LOG_LEVEL: 'silent' };
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const web = await startServer({ ...variables, ROLE: 'web' });
    const id = await sendFile(web, token, rows);
    const progress = async () => (await call(web, token, `/crm/imports/${id}`)).import as Progress;
    const began = performance.now();
    let peakMb = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const worker = await startServer({ ...variables, ROLE: 'worker' });
      const enough = Math.floor((rows * kill) / (kills + 1));
      await pollUntil(async () => ((await progress()).rowsDone >= enough ? true : undefined), 120_000);
      peakMb = Math.max(peakMb, getPeakMemory(worker.child.pid));
      await stopProgram(worker, 'SIGKILL');
      await hurry(database, id);
    }
    const worker = await startServer({ ...variables, ROLE: 'worker' });
    const isOver = ({ status }: Progress) => status === 'completed' || status === 'failed';
    const last = await pollUntil(async () => {
      const now = await progress();
      return isOver(now) ? now : undefined;
    }, 300_000);
    peakMb = Math.max(peakMb, getPeakMemory(worker.child.pid));
    const seconds = (performance.now() - began) / 1000;
    await Promise.all([stopProgram(worker), stopProgram(web)]);
    return { kills, seconds, peakMb, wrong: await check(database, rows, last) };
  } finally {
    await database.end();
    await stopAll();
  }
}

interface Progress {
  readonly status: string;
  readonly rowsDone: number;
  readonly created: number;
  readonly failed: number;
}

// oxlint-disable-next-line no-explicit-any -- whatever the wire says
async function call(web: Server, token: string, path: string, body?: object): Promise<any> {
  const headers = { ...buildBearerHeader(token), ...(body && { 'content-type': 'application/json' }) };
  const answer = await web.call(`/v2${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body);
}

async function sendFile(web: Server, token: string, rows: number): Promise<string> {
  await call(web, token, '/crm/objects', { slug: 'parcels', singularName: 'Parcel', pluralName: 'Parcels' });
  for (const field of [
    { label: 'Code', type: 'text', isUnique: true },
    { label: 'Title', type: 'text' },
    { label: 'Weight', type: 'number' },
    { label: 'Sent', type: 'date' },
  ]) {
    await call(web, token, '/crm/objects/parcels/attributes', field);
  }
  const lines = Array.from(
    { length: rows },
    (_, n) => `P-${n},"Parcel, no. ${n}",${n % 977},2027-03-${10 + (n % 20)}`,
  );
  const answer = await web.call('/v2/crm/parcels/import?matchingAttribute=code', {
    method: 'POST',
    headers: { ...buildBearerHeader(token), 'content-type': 'text/csv' },
    body: ['Code,Title,Weight,Sent', ...lines].join('\n'),
  });
  if (answer.status !== 201) throw new Error(answer.body);
  return (JSON.parse(answer.body) as { import: { id: string } }).import.id;
}

/** A lease ends after 20 s and is checked every minute; waiting for that each time would take too long. */
async function hurry(database: pg.Client, id: string): Promise<void> {
  await database.query(`set daybook.workspace = '*'`);
  await database.query('update crm_import set leased_until = now() where id = $1', [id]);
  await database.query(`select enqueue('crm.resume-imports', '[{"payload":{}}]')`);
}

async function check(database: pg.Client, rows: number, last: Progress): Promise<string[]> {
  await database.query(`set daybook.workspace = '*'`);
  const object = `object_id = (select id from crm_object where slug = 'parcels')`;
  const facts = {
    records: `select count(*)::int as n from crm_record where ${object}`,
    'different codes': `select count(distinct data ->> 'code')::int as n from crm_record where ${object}`,
    'unique values': `select count(*)::int as n from crm_unique where ${object}`,
    'the count': `select sum(total)::int as n from crm_count where ${object}`,
    'creations in the history': `select count(*)::int as n from crm_change where ${object} and kind = 'record.created'`,
  };
  const wrong: string[] = [];
  for (const [what, sql] of Object.entries(facts)) {
    const { n } = (await database.query<{ n: number }>(sql)).rows[0] ?? { n: 0 };
    if (n !== rows) wrong.push(`${what}: ${n} instead of ${rows}`);
  }
  const { status, rowsDone, created, failed } = last;
  if (status !== 'completed' || rowsDone !== rows || created !== rows || failed !== 0) {
    wrong.push(`the import says ${JSON.stringify({ status, rowsDone, created, failed })}`);
  }
  return wrong;
}

export const importScenario: Scenario = {
  claim: 'An import whose worker is killed goes on, and every row is there once.',
  rounds: 5,
  numbers: { rows: 100_000 },
  smoke: { rows: 2_000 },
  async run({ rounds: kills, numbers: { rows = 0 } }) {
    const bench = await openBench();
    try {
      const databaseUrl = formatDatabaseUrl(bench.postgres.connection);
      const result = await importWithKills({ databaseUrl, token: benchToken, rows, kills });
      return {
        faults: { 'kill -9 of the worker': kills },
        // Each kill leaves open how much of its batch was written.
        operations: { ok: rows, refused: 0, unknown: kills },
        figures: { seconds: Math.round(result.seconds), 'peak MB': result.peakMb },
        wrong: result.wrong,
      };
    } finally {
      await bench.close();
    }
  },
};

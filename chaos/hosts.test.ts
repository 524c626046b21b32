import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildBearerHeader,
  pollUntil,
  startServer,
  stopAll,
  type Server,
} from '../server/test/process/daybook.ts';
import { useProcesses } from '../server/test/process/use-processes.ts';
import type { Database } from './database.ts';
import { openReplicated, type ReplicatedDatabase } from './replicated.ts';

useProcesses();

const token = 'a-token-that-somebody-made-up-for-this-test';
const headers = { ...buildBearerHeader(token), 'content-type': 'application/json' };

let database: ReplicatedDatabase;
let server: Server;

beforeAll(async () => {
  database = await openReplicated({ isSynchronous: true });
  server = await startServer({
    DATABASE_URL: formatUrl(database.standby(), database.connection),
    BOOTSTRAP_TOKEN: token,
    SEED: 'empty',
  });
}, 120_000);
afterAll(async () => {
  await stopAll();
  await database.close();
});

function formatUrl(...nodes: Database['connection'][]): string {
  const [{ user, password, database: name } = database.connection] = nodes;
  const hosts = nodes.map(({ host, port }) => `${encodeURIComponent(host)}:${port}`).join(',');
  return `postgres://${user}:${encodeURIComponent(password)}@${hosts}/${name}?target_session_attrs=read-write`;
}

async function addTeam(title: string): Promise<number> {
  const { status } = await server.call('/v2/teams', {
    method: 'POST',
    headers,
    body: JSON.stringify({ title }),
  });
  return status;
}

test('a server that knows both hosts writes to the primary, and to the next one after a failover', async () => {
  expect(await addTeam('Before')).toBe(201);
  let hasMoved = false;
  const moving = database.failOver().then(() => (hasMoved = true));
  const answers: number[] = [];
  await pollUntil(async () => {
    answers.push(await addTeam(`After ${answers.length}`));
    return hasMoved && answers.at(-1) === 201 ? true : undefined;
  }, 60_000);
  await moving;
  expect(answers.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect((await server.call('/readyz')).status).toBe(200);
  const teams = JSON.parse((await server.call('/v2/teams', { headers })).body);
  expect(JSON.stringify(teams)).toContain('"Before"');
}, 180_000);

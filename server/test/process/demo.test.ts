import { expect, test } from 'vitest';
import {
  buildBearerHeader,
  createDataFolder,
  pollUntil,
  startServer,
  stopProgram,
  type Server,
} from './daybook.ts';
import { useProcesses } from './use-processes.ts';

useProcesses();

const token = 'a-token-that-somebody-made-up-for-this-test';

async function countItems(server: Server, path: string): Promise<number> {
  const { body } = await server.call(`/v2${path}`, { headers: buildBearerHeader(token) });
  return JSON.parse(body).pagination.total;
}

const areas = ['/crm/deals', '/crm/tasks', '/polls', '/webhooks', '/workflows'];
const counts = (server: Server): Promise<number[]> =>
  Promise.all(areas.map((path) => countItems(server, path)));

async function read(server: Server, path: string): Promise<{ items: { uuid: string; state: string }[] }> {
  const { body } = await server.call(`/v2${path}`, { headers: buildBearerHeader(token) });
  const { resources, collection, items } = JSON.parse(body);
  return { items: resources ?? collection ?? items };
}

/** The bookings of the last step have had their effects, and each of them its task by a workflow. */
async function isFilled(server: Server): Promise<boolean> {
  const { body: metrics } = await server.call('/metrics');
  if (!/^daybook_effects\{state="pending"\} 0$/m.test(metrics)) return false;
  const { items: workflows } = await read(server, '/workflows');
  const lists = await Promise.all(workflows.map(({ uuid }) => read(server, `/workflows/${uuid}/runs`)));
  return lists.some(({ items }) => items.length > 0 && items.every(({ state }) => state === 'done'));
}

test('killed in the midst of filling in its history, the demo is complete after the next start, and nothing is there twice', async () => {
  const variables = { DATA_DIR: createDataFolder(), BOOTSTRAP_TOKEN: token };
  const first = await startServer(variables);
  // The first step is under way by now, or the second.
  first.child.kill('SIGKILL');
  await first.exit;
  const second = await startServer(variables);
  await pollUntil(async () => ((await isFilled(second)) ? true : undefined), 60_000);
  const complete = await counts(second);
  expect(complete).toEqual([16, expect.any(Number), 1, 1, 3]);
  expect(await stopProgram(second)).toBe(0);
  const third = await startServer(variables);
  expect(await counts(third)).toEqual(complete);
  expect(await stopProgram(third)).toBe(0);
});

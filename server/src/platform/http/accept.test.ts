import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acceptFaster } from './accept.ts';

const connections = 160;
const client = `
  import { connect } from 'node:net';
  let answers = 0;
  process.send('begin');
  for (let count = 0; count < ${connections}; count += 1) {
    connect(Number(process.argv[2]), '127.0.0.1').on('data', () => {
      answers += 1;
      if (answers === ${connections}) process.exit();
    });
  }`;

/** Turns of the event loop until the last connection of a burst was accepted, while each turn takes some milliseconds. */
async function turnsForBurst(isFaster: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-accept-'));
  const script = join(folder, 'client.mjs');
  writeFileSync(script, client);
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    socket.end('welcome');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = isFaster ? await acceptFaster(server) : async () => {};
  let turns = 0;
  const turn = (): void => {
    const untilMs = performance.now() + 5;
    while (performance.now() < untilMs);
    turns += 1;
    if (accepted < connections) setImmediate(turn);
  };
  const child = fork(script, [String((server.address() as AddressInfo).port)], { execArgv: [] });
  // Nothing is accepted until the whole burst has arrived.
  await once(child, 'message');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  turn();
  await once(child, 'exit');
  server.close();
  await stop();
  await rm(folder, { recursive: true, force: true });
  return turns;
}

test('a burst of connections is accepted in a fraction of the turns that it takes otherwise', async () => {
  const slow = await turnsForBurst(false);
  const fast = await turnsForBurst(true);
  expect(fast).toBeLessThan(slow / 3);
});

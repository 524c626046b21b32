import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { ownerToken } from '../../../test/runtime.ts';

const timeoutMs = 400;
const app = useApp({ config: { bodyTimeoutMs: timeoutMs } });
let port: number;

beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});

/** Sends a body in pieces, one each 100 ms, and whatever is announced beyond them never. */
async function drip(path: string, type: string, pieces: readonly string[], missing = 0): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('close', () => resolve(answer));
  });
  socket.on('error', () => undefined);
  const length = pieces.join('').length + missing;
  const head = `POST /v2${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${ownerToken}`;
  socket.write(`${head}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`);
  for (const piece of pieces) {
    await sleep(100);
    socket.write(piece);
  }
  return ended;
}

const slowly = Array.from({ length: 12 }, (_, n) => `${n === 0 ? 'firstName' : `Drop ${n}`}\n`);

test('a file may take as long as it keeps coming', async () => {
  expect(await drip('/crm/people/import', 'text/csv', slowly)).toMatch(/^HTTP\/1.1 201 /);
});

test('408: a file that stops coming, and any other body that takes too long as a whole', async () => {
  const stopped = await drip('/crm/people/import', 'text/csv', slowly.slice(0, 2), 100);
  expect(stopped).toMatch(/^HTTP\/1.1 408 .*"status":408\}$/s);
  await vi.waitFor(async () => {
    const { rows } = await app.runtime.database.pool.query(
      `select from crm_import where status = 'uploading'`,
    );
    expect(rows).toEqual([]);
  });
  const json = ['{"title":', ...Array.from({ length: 8 }, () => ' '), '"Slow"}'];
  expect(await drip('/teams', 'application/json', json)).toMatch(/^HTTP\/1.1 408 /);
});

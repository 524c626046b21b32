import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@daybook/client';
import { expect, test } from 'vitest';
import { useApp } from '../../server/test/harness.ts';
import { ownerToken } from '../../server/test/runtime.ts';
import { runInTerminal } from './test-terminal.ts';

const app = useApp();

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

test('webhooks reach a machine that the server can’t reach, as they were signed, and nothing is left behind', async () => {
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const received: Received[] = [];
  const local = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.end();
  });
  await new Promise<void>((resolve) => {
    local.listen(0, '127.0.0.1', resolve);
  });
  const target = `http://127.0.0.1:${(local.address() as AddressInfo).port}/hooks`;
  const env = { DAYBOOK_URL: url, DAYBOOK_TOKEN: ownerToken };

  const none = await runInTerminal(['trigger', 'invitee.scheduled'], { env });
  expect(none).toMatchObject({
    code: 1,
    err: expect.stringContaining('None of your webhooks subscribes to invitee.scheduled'),
  });

  const ctrlC = new AbortController();
  const listening = runInTerminal(['listen', '--forward-to', target], { env, signal: ctrlC.signal });
  await expect.poll(() => received.length).toBe(1);
  const sent = await runInTerminal(['trigger', 'invitee.scheduled'], { env });
  expect(sent).toMatchObject({ code: 0, out: expect.stringMatching(/delivered, 200\n$/) });
  await expect.poll(() => received.length).toBe(2);
  ctrlC.abort();
  const { code, out, err } = await listening;
  local.close();

  expect(code).toBe(0);
  expect(out).toMatch(
    /^\d\d:\d\d:\d\d {2}webhook\.test {2}200 in \d+ ms\n\d\d:\d\d:\d\d {2}invitee\.scheduled {2}200 in \d+ ms\n$/,
  );
  const secret = /whsec_\S+/.exec(err)?.[0] ?? '';
  const { headers, body } = received[1] ?? { headers: {}, body: '' };
  expect(await verifyWebhook(body, headers, secret)).toMatchObject({ event: 'invitee.scheduled' });
  expect((await app.get('/webhooks')).body.collection).toEqual([]);
  const { rows } = await app.runtime.database.pool.query('select from webhook_catcher');
  expect(rows).toEqual([]);
});

test('goes on when the server is back after a restart, and misses nothing', async () => {
  const { port } = app.app.server.address() as AddressInfo;
  const open = new Set<Socket>();
  const way = createTcpServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    open.add(socket);
    for (const each of [socket, onward]) each.on('error', () => each.destroy());
    socket.pipe(onward).pipe(socket);
  });
  const listen = (at: number) => new Promise<void>((resolve) => void way.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const { port: wayPort } = way.address() as AddressInfo;
  const direct = { DAYBOOK_URL: `http://127.0.0.1:${port}`, DAYBOOK_TOKEN: ownerToken };
  const received: string[] = [];
  const local = createServer(async (request, response) => {
    received.push(await text(request));
    response.end();
  });
  await new Promise<void>((resolve) => void local.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(local.address() as AddressInfo).port}`;
  const ctrlC = new AbortController();
  const env = { ...direct, DAYBOOK_URL: `http://127.0.0.1:${wayPort}` };
  const listening = runInTerminal(['listen', '--forward-to', target], { env, signal: ctrlC.signal });
  await expect.poll(() => received.length).toBe(1);

  const closed = new Promise((resolve) => void way.close(resolve));
  for (const socket of open) socket.destroy();
  await closed;
  expect((await runInTerminal(['trigger', 'invitee.scheduled'], { env: direct })).code).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await listen(wayPort);
  await expect.poll(() => received.length).toBe(2);
  ctrlC.abort();
  const { code, err } = await listening;
  for (const socket of open) socket.destroy();
  way.close();
  local.close();
  expect(code).toBe(0);
  expect(err).toContain('The server can’t be reached; retrying for a minute.');
  expect(received[1]).toContain('"invitee.scheduled"');
  expect((await app.get('/webhooks')).body.collection).toEqual([]);
});

test('2: an event that there is not, and an address that is none', async () => {
  const wrong = await runInTerminal(['trigger', 'invitee.schedule']);
  expect(wrong).toMatchObject({
    code: 2,
    err: 'Unknown event invitee.schedule. Did you mean invitee.scheduled?\n',
  });
  expect((await runInTerminal(['listen', '--forward-to', 'localhost:3000'])).code).toBe(2);
  const choice = await runInTerminal([
    'listen',
    '--events',
    'invitee.scheduled',
    '--events',
    'nope',
    '--scope',
    'all',
  ]);
  expect(choice).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /--events +Must be one of: invitee\.scheduled, [^]*--scope +Must be one of: user, organization\./,
    ),
  });
});

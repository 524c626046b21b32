import { connect, type AddressInfo, type Socket } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handleErrors } from './errors.ts';
import { limitSlowReaders } from './slow-readers.ts';
import { createTestRuntime } from '../../../test/runtime.ts';

/** Larger than what the kernel takes of an answer that nobody reads. */
const largeBytes = 16 * 1024 * 1024;
const maxBytes = 64 * 1024 * 1024;
const stallMs = 1000;
const clientCount = 120;

const sockets = new Set<Socket>();
let app: FastifyInstance;
let port: number;

async function listen(limit: ReturnType<typeof limitSlowReaders>): Promise<void> {
  app = fastify({ keepAliveTimeout: 5000, forceCloseConnections: true });
  handleErrors(app, createTestRuntime({ pool: undefined as never, restrictRole: false }));
  app.addHook('onSend', async (_request, reply, payload) => limit(reply, payload));
  app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(largeBytes, 'x')));
  app.get('/small', async (_request, reply) => reply.send('small'));
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
}

beforeAll(() => listen(limitSlowReaders({ stallMs, maxBytes })));
afterAll(() => app.close());

/** What waits in this process to be read by its callers. */
const waitingBytes = () => [...sockets].reduce((sum, { writableLength }) => sum + writableLength, 0);

/** Sends a request and never reads the answer. */
function neverRead(): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
  return socket;
}

test('120 callers that do not read keep no more in memory than the bound, and are cut', async () => {
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, waitingBytes())), 5);
  const clients = Array.from({ length: clientCount }, neverRead);
  await vi.waitFor(() => expect(most).toBeGreaterThan(largeBytes), { timeout: 8000 });
  // Clients that read are answered meanwhile.
  expect(await (await fetch(`http://127.0.0.1:${port}/small`)).text()).toBe('small');
  await vi.waitFor(() => expect(waitingBytes()).toBe(0), { timeout: 15_000 });
  clearInterval(watch);
  // Some bytes of each are headers, and the refusals of the others.
  expect(most).toBeLessThan(maxBytes + clientCount * 2048);
  for (const client of clients) client.destroy();
  expect((await fetch(`http://127.0.0.1:${port}/large`)).status).toBe(200);
}, 40_000);

test('who reads slowly gets the whole answer, although it takes longer than the timeout', async () => {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const startedMs = performance.now();
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 10);
  });
  await new Promise((resolve) => {
    socket.on('close', resolve);
  });
  expect(bytes).toBeGreaterThan(largeBytes);
  expect(performance.now() - startedMs).toBeGreaterThan(stallMs);
}, 40_000);

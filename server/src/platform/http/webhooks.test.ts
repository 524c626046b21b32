import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestRuntime } from '../../../test/runtime.ts';
import { notFound, Problem } from '../problems.ts';
import { receiveWebhook, type WebhookRequest } from './webhooks.ts';

const received: WebhookRequest[] = [];
let app: FastifyInstance;

beforeAll(async () => {
  const runtime = createTestRuntime(
    { pool: undefined as never, restrictRole: false },
    {
      clock: { now: () => new Date('2027-01-11T06:00:00Z') },
      config: { rateLimit: { perToken: 6000, perAddress: 300 }, publicUrl: 'https://book.example.org' },
    },
  );
  app = Fastify({ trustProxy: true });
  app.setErrorHandler((error, _, reply) =>
    reply
      .status(
        error instanceof Problem ? error.status : ((error as { statusCode?: number }).statusCode ?? 500),
      )
      .send(),
  );
  const common = {
    maxBytes: 100,
    authenticate(request: WebhookRequest) {
      if (request.header('signature') !== 'right') throw notFound('Route');
      return 'sender';
    },
  };
  receiveWebhook(app, runtime, {
    ...common,
    path: '/all/:name',
    perAddress: 5,
    async receive(_, request) {
      received.push(request);
    },
  });
  receiveWebhook(app, runtime, {
    ...common,
    path: '/refused',
    perAddress: 2,
    counts: 'refused',
    receive: async () => ({ status: 202, type: 'text/xml', body: '<next/>' }),
  });
  await app.ready();
});
afterAll(() => app.close());

const send = (url: string, { payload = '', signature = 'right', from = '192.0.2.1' } = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { signature, 'x-forwarded-for': from } });

describe('a webhook', () => {
  test('204: arrives byte for byte, with the address that its sender knows', async () => {
    const payload = '{ "a":1,  "b": "ü" }\r\n';
    expect((await send('/all/one?x=1&x=2', { payload })).statusCode).toBe(204);
    const [{ url, text, params, query }] = received as [WebhookRequest];
    expect({ url, text, params, x: query.getAll('x') }).toEqual({
      url: 'https://book.example.org/all/one?x=1&x=2',
      text: payload,
      params: { name: 'one' },
      x: ['1', '2'],
    });
  });

  test('413: has a largest size', async () => {
    expect((await send('/all/one', { payload: 'x'.repeat(101) })).statusCode).toBe(413);
  });

  test('404: is not received from who is not its sender', async () => {
    const before = received.length;
    expect((await send('/all/one', { signature: 'wrong' })).statusCode).toBe(404);
    expect(received).toHaveLength(before);
  });

  test('429: is counted by the address that it comes from', async () => {
    const from = '192.0.2.2';
    for (let n = 0; n < 5; n += 1) expect((await send('/all/one', { from })).statusCode).toBe(204);
    expect((await send('/all/one', { from })).statusCode).toBe(429);
    expect((await send('/all/one', { from: '192.0.2.3' })).statusCode).toBe(204);
  });

  test('202, 429: of a sender with few addresses is counted only when it is refused', async () => {
    for (let n = 0; n < 8; n += 1) expect((await send('/refused')).statusCode).toBe(202);
    const wrong = () => send('/refused', { signature: 'wrong' });
    expect([(await wrong()).statusCode, (await wrong()).statusCode, (await wrong()).statusCode]).toEqual([
      404, 404, 429,
    ]);
    const answer = await send('/refused');
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      202,
      'text/xml',
      '<next/>',
    ]);
  });
});

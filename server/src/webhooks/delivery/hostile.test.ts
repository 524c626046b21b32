import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import {
  hostileNames,
  listHostileUrls,
  startDns,
  type TestDns,
} from '../../platform/safe-fetch/test-hostile.ts';
import { deliverUntil, emitEvent, queryRows, subscribeWebhook } from './test-deliveries.ts';
import { startReceiver } from './test-receiver.ts';

/** No request makes this server connect to a private address: neither creating, testing nor delivering. */

let dns: TestDns;
const config = { outboundAllow: [] as string[], outboundDns: [] as string[] };
let server: Server;
let connections = 0;
let port = 0;

beforeAll(async () => {
  dns = await startDns();
  config.outboundDns.push(dns.address);
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '::', resolve);
  });
  port = (server.address() as { port: number }).port;
});

afterAll(() => {
  server.close();
  dns.close();
});

const app = useApp({ config });
const flipping = useApp({ config: { ...config, outboundAllow: ['127.0.0.2'] } });
const open = useApp({ config: { outboundAllow: ['127.0.0.0/8'] } });

const urls = () => [
  ...listHostileUrls(port),
  ...Object.keys(hostileNames).map((name) => `http://${name}:${port}/`),
];

test('creating: 422 on callbackUrl for each address, and no connection', async () => {
  for (const callbackUrl of urls()) {
    const { status, body } = await app.post('/webhooks', {
      callbackUrl,
      events: ['crm.record.created'],
      scope: 'organization',
    });
    expect(status, callbackUrl).toBe(422);
    expect(Object.keys(body.errors), callbackUrl).toEqual(['callbackUrl']);
  }
  expect(connections).toBe(0);
  expect((await app.get('/webhooks')).body.pagination.total).toBe(0);
});

/** Webhooks whose addresses became hostile after they were accepted. */
async function plantAll(): Promise<string[]> {
  const planted = urls().filter((url) => URL.canParse(url));
  await queryRows(
    app,
    `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
     select m.workspace_id, gen_random_uuid(), m.id, url, 'organization', '{crm.record.created}', $2
     from unnest($1::text[]) as url, member m where m.email = 'mara@juniper.example'`,
    [planted, app.runtime.secrets.seal('whsec_c2VjcmV0')],
  );
  return planted;
}

test('testing and delivering: every address is refused, without a connection', async () => {
  const planted = await plantAll();
  expect(planted.length).toBeGreaterThanOrEqual(150);
  const ids = await queryRows<{ id: string }>(app, 'select id from webhook');
  for (const { id } of ids) {
    const { body } = await app.post(`/webhooks/${id}/test`);
    expect(body.testResult).toMatchObject({ delivered: false, statusCode: null });
  }
  await emitEvent(app);
  await deliverUntil(
    app,
    async () => (await queryRows(app, 'select from webhook_attempt')).length === planted.length,
  );
  const reached = await queryRows(
    app,
    'select from webhook_attempt where status_code is not null or connect_ms is not null',
  );
  expect(reached).toEqual([]);
  expect(connections).toBe(0);
});

test('a name that resolves to a private address after it was accepted is refused at delivery', async () => {
  const receiver = await startReceiver('127.0.0.2');
  receiver.answer = (response) => void response.setHeader('connection', 'close').end();
  const known = dns.answer;
  let address = '127.0.0.2';
  dns.answer = (name, family) => (name === 'flip.test' ? [address] : known(name, family));
  const { id } = await subscribeWebhook(flipping, `http://flip.test:${new URL(receiver.url).port}/`);
  expect(receiver.connections).toBe(1);
  const trap = createServer(() => void (connections += 1));
  await new Promise<void>((resolve) => {
    trap.listen(Number(new URL(receiver.url).port), '127.0.0.1', resolve);
  });
  address = '127.0.0.1';
  await emitEvent(flipping);
  await deliverUntil(
    flipping,
    async () => (await queryRows(flipping, 'select from webhook_attempt')).length === 1,
  );
  const [attempt] = await queryRows(flipping, 'select error, connect_ms from webhook_attempt');
  expect(attempt).toEqual({
    error: 'The address resolves to a private or reserved network.',
    connect_ms: null,
  });
  expect((await flipping.post(`/webhooks/${id}/test`)).body.testResult.delivered).toBe(false);
  expect([connections, receiver.connections]).toEqual([0, 1]);
  dns.answer = known;
  trap.close();
  await receiver.close();
});

test('control: with loopback allowed, the same listener is reached', async () => {
  const { body } = await open.post('/webhooks', {
    callbackUrl: `http://127.0.0.1:${port}/`,
    events: ['crm.record.created'],
    scope: 'organization',
  });
  expect(connections).toBeGreaterThan(0);
  expect(body.testResult).toMatchObject({ delivered: false });
});

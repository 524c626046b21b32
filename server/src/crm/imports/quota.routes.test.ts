import { connect, type AddressInfo } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { ownerToken } from '../../../test/runtime.ts';

const app = useApp({ config: { importLimitBytes: 1024 * 1024 } });
let port: number;

beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});

const chunks = async (): Promise<number> =>
  Number((await app.runtime.database.pool.query('select count(*) from crm_import_chunk')).rows[0].count);

const send = (token = ownerToken) =>
  app.inject({
    method: 'POST',
    url: '/v2/crm/people/import',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    payload: `firstName\n${'Ines\n'.repeat(200_000)}`,
  });

test('429: a user has three files of the largest size waiting, and others still import; done ones give space back', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) statuses.push((await send()).status);
  expect(statuses).toEqual([201, 201, 201, 429]);
  const colleague = await app.tokenOf('tomas@juniper.example', ['crm:write', 'crm:read']);
  expect((await send(colleague)).status).toBe(201);
  await app.runtime.database.pool.query('delete from crm_import');
  expect(await chunks()).toBe(0);
  expect((await send()).status).toBe(201);
  await app.runtime.database.pool.query('delete from crm_import');
});

test('a sender who leaves takes what was stored with them', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const head = `POST /v2/crm/people/import HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ownerToken}`;
  socket.write(`${head}\r\ncontent-type: text/csv\r\ncontent-length: 1000000\r\n\r\n`);
  socket.write(`firstName\n${'Ines\n'.repeat(120_000)}`);
  await vi.waitFor(async () => expect(await chunks()).toBeGreaterThan(0), { timeout: 5000 });
  socket.destroy();
  await vi.waitFor(async () => expect(await chunks()).toBe(0), { timeout: 5000 });
});

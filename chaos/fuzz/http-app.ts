import type pg from 'pg';
import { openPool, type Connection } from '../../server/src/platform/db/connect.ts';
import type { Answer, TestApp } from '../../server/test/harness.ts';
import { pollUntil } from '../../server/test/process/daybook.ts';
import { ownerToken, createTestRuntime } from '../../server/test/runtime.ts';

/** What `createWorld` uses of the app of a test, over HTTP to a server in another process. */
export function createHttpApp(url: string, connection: Connection): TestApp & { close(): Promise<void> } {
  const pool = openPool(connection, 2);
  pool.on('connect', (client: pg.PoolClient) => void client.query(`set daybook.workspace = '*'`));
  const inject: TestApp['inject'] = async ({ method = 'GET', url: path, headers, payload }) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    // oxlint-disable-next-line no-restricted-globals -- not the server: this is its caller
    const response = await fetch(`${url}${String(path)}`, {
      method,
      headers: { ...(!isText && payload && { 'content-type': 'application/json' }), ...(headers as object) },
      ...(payload && { body: isText ? new Uint8Array(Buffer.from(payload)) : JSON.stringify(payload) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: {} };
  };
  const call =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    (path: string, payload?: object): Promise<Answer> =>
      inject({
        method,
        url: `/v2${path}`,
        headers: { authorization: `Bearer ${ownerToken}` },
        ...(payload && method !== 'GET' && { payload }),
      });
  const app: Pick<
    TestApp,
    'get' | 'post' | 'put' | 'patch' | 'delete' | 'inject' | 'runEffects' | 'runtime'
  > = {
    inject,
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    runtime: createTestRuntime({ pool, restrictRole: true }),
    // The server's own worker runs them.
    async runEffects() {
      await pollUntil(async () =>
        (await pool.query('select from outbox limit 1')).rowCount === 0 ? true : undefined,
      );
    },
  };
  return { ...(app as TestApp), close: () => pool.end() };
}

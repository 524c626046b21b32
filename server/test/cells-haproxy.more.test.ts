import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellCommands } from '../src/operator/cells.ts';
import type { OwnerCredentials } from '../src/identity/public.ts';
import { findFreePort, openCells, type TestCell, type TestCells } from './cells.ts';
import { provideProgram } from './debian.ts';
import { pollUntil } from './process/daybook.ts';

const missing = await provideProgram({
  commands: ['haproxy'],
  packages: ['haproxy'],
  purpose: 'the map files of cells for HAProxy',
});

describe.skipIf(missing)('the configuration of the guide', { meta: { notTested: missing } }, () => {
  let installation: TestCells;
  let haproxy: ChildProcess;
  let url: string;
  const owners: OwnerCredentials[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'daybook-haproxy-'));

  beforeAll(async () => {
    installation = await openCells(['eu-1', 'eu-2']);
    for (const cell of installation.cells)
      owners.push(await cell.createWorkspace(`ada@${cell.name}.example`));
    const [{ runtime }] = installation.cells as [TestCell];
    const map = cellCommands.find(({ name }) => name === 'cells map');
    await map?.run(runtime.config, { to: folder }, []);
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    // Nobody listens where the routers would be: what arrives was decided by a map.
    const addresses = [...installation.cells.map(({ app }) => (app.server.address() as AddressInfo).port), 9];
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configure(port, addresses));
    await promisify(execFile)('haproxy', ['-c', '-f', file]);
    haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    await pollUntil(() =>
      fetch(url).then(
        () => true,
        () => undefined,
      ),
    );
  }, 120_000);
  afterAll(async () => {
    haproxy.kill();
    await installation.close();
    rmSync(folder, { recursive: true });
  });

  /** The one in the guide, with the addresses of this test. */
  function configure(port: number, addresses: readonly number[]): string {
    const guide = readFileSync(new URL('../../docs/run/scaling.md', import.meta.url), 'utf8');
    const block = /^frontend daybook\n[^`]+/m.exec(guide)?.[0] ?? '';
    const ports = [...addresses];
    const here = block
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replaceAll('/etc/haproxy/cells', folder)
      .replaceAll(/server one \S+ check/g, () => `server one 127.0.0.1:${ports.shift()}`)
      .replace('__Host-daybook_session', 'daybook_session');
    return `defaults\n  mode http\n  timeout connect 1s\n  timeout client 30s\n  timeout server 30s\n${here}`;
  }

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, { headers });
    return { status: response.status, body: await response.text() };
  };

  test('sends tokens, sessions and booking pages to their cells, and the rest to routers', async () => {
    for (const [index, { email, password, token }] of owners.entries()) {
      const whoami = await get('/v2/whoami', { authorization: `Bearer ${token}` });
      expect(whoami).toEqual({ status: 200, body: JSON.stringify({ email }) });
      const { app } = installation.cells[index] as TestCell;
      const signedIn = await app.inject({ method: 'POST', url: '/v2/session', payload: { email, password } });
      const cookie = [signedIn.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
      expect((await get('/v2/session', { cookie })).body).toContain(email);
    }
    const { rows } = await installation.directory.query<{ value: string }>(
      `select value from directory.name where kind = 'slug'`,
    );
    expect(rows).toHaveLength(2);
    for (const { value } of rows) expect((await get(`/${value}`)).status).toBe(200);
    expect((await get('/docs')).status).toBe(503);
  });
});

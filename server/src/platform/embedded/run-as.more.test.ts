import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  stopTestServers,
  dirs,
  createEmptyDir,
  endProcess,
  nobody,
  otherUsers,
  readPostmasterPid,
  queryDatabase,
  repoIsOpen,
  root,
  startTestServer,
  startServer,
  useDataDir,
} from './test-servers.ts';

stopTestServers();

const used = useDataDir();

describe.runIf(root)('as root', { meta: otherUsers }, () => {
  test.runIf(repoIsOpen)('an open folder: PostgreSQL runs as nobody', async () => {
    const dataDir = used();
    await startTestServer(dataDir);
    expect(statSync(`/proc/${readPostmasterPid(dataDir)}`).uid).toBe(nobody.uid);
  });

  test('a folder that only root may enter: it runs in a user namespace, and still once the folder was opened', async () => {
    const dataDir = createEmptyDir();
    chmodSync(dataDir, 0o700);
    const db = await startTestServer(dataDir);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
    await queryDatabase(db, 'CREATE TABLE kept AS SELECT 7 AS n');
    await db.stop();
    chmodSync(dataDir, 0o755);
    expect(await queryDatabase(await startTestServer(dataDir), 'SELECT n FROM kept')).toEqual([7]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
  });

  test('a folder that was closed meanwhile opens all the same', async () => {
    const dataDir = used();
    chmodSync(dataDir, 0o700);
    expect(await queryDatabase(await startTestServer(dataDir), 'SELECT count(*)::int FROM kept')).toEqual([
      0,
    ]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
  });

  test('user namespaces forbidden: the database lives where another user may enter, and is found again', async () => {
    const dataDir = createEmptyDir();
    chmodSync(dataDir, 0o700);
    const noTools = join(dataDir, 'no-unshare-here');
    const first = await startServer(dataDir, { path: noTools });
    await queryDatabase(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    await endProcess(first.child, 'SIGTERM');
    const again = await startServer(dataDir, { path: noTools });
    expect(await queryDatabase(again, 'SELECT n FROM kept')).toEqual([7]);
    await endProcess(again.child, 'SIGTERM');
    const elsewhere = dirname(String(again.connection.host));
    expect(again.notice).toContain(`The database files are in ${elsewhere}/postgres`);
    expect(elsewhere).toMatch(/^\/var\/lib\/daybook\/data-/);
    expect(existsSync(join(elsewhere, 'postgres', 'PG_VERSION'))).toBe(true);
    dirs.push(elsewhere);
  });
});

test.runIf(root && repoIsOpen)(
  'an ordinary user starts it, stops it, and root may start it after',
  { meta: otherUsers },
  async () => {
    const dataDir = createEmptyDir();
    chownSync(dataDir, nobody.uid, nobody.gid);
    chmodSync(dataDir, 0o700);
    const server = await startServer(dataDir, nobody);
    expect(await queryDatabase(server, 'SELECT 1')).toEqual([1]);
    await endProcess(server.child, 'SIGTERM');
    expect(await queryDatabase(await startTestServer(dataDir), 'SELECT 1')).toEqual([1]);
  },
);

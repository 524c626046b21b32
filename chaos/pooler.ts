import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DebianProgram } from '../server/test/debian.ts';
import { pollUntil } from '../server/test/process/daybook.ts';
import { createQuery, type Database } from './database.ts';
import { startProxy } from './proxy.ts';

/** A PgBouncer in transaction mode before a database. */
export interface Pooler {
  readonly url: string;
  /** Ends it by kill -9, and starts it again. */
  replace(): Promise<void>;
  close(): Promise<void>;
}

export const pgBouncer: DebianProgram = {
  commands: ['pgbouncer'],
  packages: ['pgbouncer'],
  purpose: 'PgBouncer in front of PostgreSQL',
  isForOthers: true,
};
const nobody = 65_534;

/** With few sessions for many callers, so that each is used by all of them in turn. */
export async function startPooler(
  database: Pick<Database, 'connection' | 'target'>,
  sessions = 4,
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-pooler-'));
  // Over TCP: the socket of PostgreSQL is for its own user alone.
  const way = await startProxy(database.target);
  const port = await findFreePort();
  const { user, password, database: name } = database.connection;
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
${name} = host=127.0.0.1 port=${way.port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`,
  );
  for (const path of [folder, config]) chmodSync(path, 0o755);
  const connection = { host: '127.0.0.1', port, user, password, database: name };
  const start = async () => {
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
    const child = spawn('pgbouncer', ['--quiet', config], { stdio: 'ignore', ...user });
    const isUp = () =>
      createQuery(() => connection)('select 1').then(
        () => true as const,
        () => undefined,
      );
    await pollUntil(isUp);
    return { child, ended: once(child, 'exit') };
  };
  let running = await start();
  const end = async () => {
    running.child.kill('SIGKILL');
    await running.ended;
  };
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`,
    async replace() {
      await end();
      running = await start();
    },
    async close() {
      await end();
      await way.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

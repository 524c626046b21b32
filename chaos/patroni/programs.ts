import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locateFile, provideProgram, unpackPackages } from '../../server/test/debian.ts';

/** The programs of a cluster, and how to start them. */
export interface Programs {
  /** Runs Patroni with the path of its configuration. */
  readonly patroni: readonly string[];
  readonly version: string;
  /** Of PostgreSQL, with `pg_basebackup` and `pg_rewind`, which the embedded one lacks. */
  readonly postgresFolder: string;
  readonly environment: Readonly<Record<string, string>>;
}

const purpose = 'a cluster under Patroni';
const postgresPath = '/usr/lib/postgresql/15/bin';

/** From Debian's packages; with a folder, the Patroni that is there, and Debian's packages for what it needs. */
export async function findPrograms(folder: string): Promise<Programs> {
  if (process.getuid?.() !== 0)
    throw new Error(`Not tested: ${purpose}, because only root can make networks.`);
  for (const program of [
    { commands: ['patroni'], packages: ['patroni', 'python3-etcd'] },
    { commands: ['etcd'], packages: ['etcd-server'] },
    { commands: ['haproxy'], packages: ['haproxy'] },
    { commands: ['ip'], packages: ['iproute2'] },
    { commands: ['setpriv'], packages: ['util-linux'] },
  ]) {
    const missing = await provideProgram({ ...program, purpose });
    if (missing) throw new Error(`Not tested: ${missing}`);
  }
  if (!existsSync(postgresPath)) await unpackPackages(['postgresql-15']);
  const modules = ['etcd', 'psycopg2'].map((name) =>
    dirname(locateFile(`/usr/lib/python3/dist-packages/${name}`)),
  );
  const library = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/libpq.so.5`;
  const environment = {
    PATH: process.env['PATH'] ?? '',
    PYTHONPATH: [folder, ...modules].filter(Boolean).join(':'),
    LD_LIBRARY_PATH: dirname(locateFile(library)),
  };
  const patroni = folder ? ['/usr/bin/python3', join(folder, 'patroni.py')] : ['patroni'];
  return {
    patroni,
    version: readVersion(patroni, environment),
    postgresFolder: locateFile(postgresPath),
    environment,
  };
}

function readVersion([program = '', ...args]: readonly string[], env: Record<string, string>): string {
  const said = execFileSync(program, [...args, '--version'], { env, encoding: 'utf8' });
  return /\d+\.\d+\.\d+/.exec(said)?.[0] ?? said.trim();
}

/** Up to 3.0.2, a primary that was paused takes its leader key back, and acknowledged bookings are lost. */
export function isSafe(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major * 10_000 + minor * 100 + patch >= 30_003;
}

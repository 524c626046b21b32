import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildBearerHeader, createDataFolder, startServer, pollUntil } from './daybook.ts';
import { fillDisk } from './fill-disk.ts';
import { useProcesses } from './use-processes.ts';

useProcesses();

const token = 'a-token-that-somebody-made-up-for-this-test';
/** Mounts a small disk on DATA_DIR that only the program sees, and that goes away with it. */
const onSmallDisk = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs -o size=160m,mode=755 daybook "$DATA_DIR" && exec "$@"',
  'sh',
];
const canMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs daybook /mnt'], { stdio: 'ignore' }).status ===
    0;

test.skipIf(!canMount)(
  'a full disk: /readyz says so, nothing is answered with 500, and all is well after',
  { meta: { notTested: 'a full disk, because this user may not mount a file system.' } },
  async () => {
    const DATA_DIR = createDataFolder();
    const server = await startServer(
      { DATA_DIR, BOOTSTRAP_TOKEN: token, SEED: 'empty' },
      { wrapper: onSmallDisk },
    );
    const createTeam = (title: string) =>
      server.call('/v2/teams', {
        method: 'POST',
        headers: { ...buildBearerHeader(token), 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      });
    expect((await createTeam('Before')).status).toBe(201);
    const filler = join(`/proc/${server.child.pid}/root`, DATA_DIR, 'filler');
    fillDisk(filler);
    const ready = await server.call('/readyz');
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.body)).toMatchObject({ status: 'not ready', database: 'disk full' });
    for (let index = 0; index < 20; index += 1) {
      expect([201, 503]).toContain((await createTeam(`Full ${index} ${'x'.repeat(80)}`)).status);
    }
    expect((await server.call('/healthz')).status).toBe(200);
    rmSync(filler);
    await pollUntil(async () => ((await server.call('/readyz')).status === 200 ? true : undefined));
    expect((await createTeam('After')).status).toBe(201);
    expect(server.child.exitCode).toBeNull();
  },
);

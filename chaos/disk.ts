import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDisk } from '../server/test/process/fill-disk.ts';
import { buildScenario } from './bookings.ts';
import { openDatabase, type SingleDatabase } from './database.ts';
import { killing } from './faults.ts';

interface OnSmallDisk extends SingleDatabase {
  readonly filler: string;
}

export const disk = buildScenario<OnSmallDisk>({
  claim: 'The same holds when the disk of PostgreSQL is full for a while.',
  control: 'the exclusion constraint on the time of hosts is dropped',
  rounds: 12,
  openDatabase: openOnSmallDisk,
  faults: {
    async 'full disk'({ database }, plan) {
      fillDisk(database.filler);
      await sleep(1_000 + plan.random(3_000));
      rmSync(database.filler);
      await database.revive();
      return performance.now();
    },
    'kill -9 of PostgreSQL': killing['kill -9 of PostgreSQL'],
  },
  weaken: ({ query }) => query('alter table event_host drop constraint event_host_never_twice'),
});

/** A disk in memory, which root alone may mount. It has room for a few thousand bookings. */
async function openOnSmallDisk(): Promise<OnSmallDisk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'daybook-disk-'));
  const mounted = spawnSync('/usr/bin/mount', [
    '-t',
    'tmpfs',
    '-o',
    'size=768m,mode=755',
    'daybook',
    dataDir,
  ]);
  if (mounted.status !== 0)
    throw new Error('Not tested: a full disk, because only root can mount a small one.');
  const unmount = () => {
    spawnSync('/usr/bin/umount', [dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const database = await openDatabase(
      { max_wal_size: '96MB', min_wal_size: '32MB' },
      join(dataDir, 'data'),
    );
    return {
      ...database,
      filler: join(dataDir, 'filler'),
      async close() {
        await database.close();
        unmount();
      },
    };
  } catch (error) {
    unmount();
    throw error;
  }
}

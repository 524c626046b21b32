import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';
import {
  cleanUp,
  emptyDir,
  nobody,
  otherUsers,
  refusal,
  repoIsOpen,
  root,
  start,
  startServer,
} from './test-servers.ts';

cleanUp();

describe('reasons not to start, a sentence each', () => {
  test('the data folder is a file', async () => {
    const file = join(emptyDir(), 'file');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'below')]) {
      expect(await refusal(start(dataDir))).toBe(
        `DATA_DIR ${dataDir} is not a folder; choose another DATA_DIR.`,
      );
    }
  });

  test('the database was made by another version', async () => {
    const dataDir = emptyDir();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    expect(await refusal(start(dataDir))).toContain(
      'created by PostgreSQL 17, and this Daybook comes with PostgreSQL 18',
    );
  });

  test('the folder holds something else', async () => {
    const dataDir = emptyDir();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), '');
    expect(await refusal(start(dataDir))).toContain('contains files that aren’t a database');
  });

  test('PostgreSQL itself says why', async () => {
    const attempt = startEmbedded({
      dataDir: emptyDir(),
      settings: { fsync: 'off', shared_buffers: 'plenty' },
    });
    expect(await refusal(attempt)).toContain(
      'PostgreSQL could not start: invalid value for parameter "shared_buffers"',
    );
  });

  test.skipIf(root && !repoIsOpen)('the data folder may not be written', { meta: otherUsers }, async () => {
    const dataDir = emptyDir();
    chmodSync(dataDir, 0o555);
    expect(await refusal(startServer(dataDir, root ? nobody : {}))).toBe(
      `${dataDir} isn’t writable for this user; make it writable or choose another DATA_DIR.`,
    );
  });

  test.runIf(root && repoIsOpen)('the database belongs to another user', { meta: otherUsers }, async () => {
    const dataDir = emptyDir();
    chmodSync(dataDir, 0o777);
    mkdirSync(join(dataDir, 'postgres'));
    chownSync(join(dataDir, 'postgres'), 4242, 4242);
    expect(await refusal(startServer(dataDir, nobody))).toContain('belongs to another user (uid 4242)');
  });
});

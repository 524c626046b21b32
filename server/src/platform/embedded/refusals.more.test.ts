import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';
import {
  stopTestServers,
  createEmptyDir,
  nobody,
  otherUsers,
  expectRejection,
  repoIsOpen,
  root,
  startTestServer,
  startServer,
} from './test-servers.ts';

stopTestServers();

describe('reasons not to start, a sentence each', () => {
  test('the data folder is a file', async () => {
    const file = join(createEmptyDir(), 'file');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'below')]) {
      expect(await expectRejection(startTestServer(dataDir))).toBe(
        `DATA_DIR ${dataDir} is not a folder; choose another DATA_DIR.`,
      );
    }
  });

  test('the database was made by another version', async () => {
    const dataDir = createEmptyDir();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    expect(await expectRejection(startTestServer(dataDir))).toContain(
      'created by PostgreSQL 17, and this Daybook comes with PostgreSQL 18',
    );
  });

  test('the folder holds something else', async () => {
    const dataDir = createEmptyDir();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), '');
    expect(await expectRejection(startTestServer(dataDir))).toContain(
      'contains files that aren’t a database',
    );
  });

  test('PostgreSQL itself says why', async () => {
    const attempt = startEmbedded({
      dataDir: createEmptyDir(),
      settings: { fsync: 'off', shared_buffers: 'plenty' },
    });
    expect(await expectRejection(attempt)).toContain(
      'PostgreSQL could not start: invalid value for parameter "shared_buffers"',
    );
  });

  test.skipIf(root && !repoIsOpen)('the data folder may not be written', { meta: otherUsers }, async () => {
    const dataDir = createEmptyDir();
    chmodSync(dataDir, 0o555);
    expect(await expectRejection(startServer(dataDir, root ? nobody : {}))).toBe(
      `${dataDir} isn’t writable for this user; make it writable or choose another DATA_DIR.`,
    );
  });

  test.runIf(root && repoIsOpen)('the database belongs to another user', { meta: otherUsers }, async () => {
    const dataDir = createEmptyDir();
    chmodSync(dataDir, 0o777);
    mkdirSync(join(dataDir, 'postgres'));
    chownSync(join(dataDir, 'postgres'), 4242, 4242);
    expect(await expectRejection(startServer(dataDir, nobody))).toContain(
      'belongs to another user (uid 4242)',
    );
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { openSecrets, createSecrets } from './secrets.ts';

const app = useApp();
const dataDir = mkdtempSync(join(tmpdir(), 'daybook-secrets-'));
const file = join(dataDir, 'secret.key');
const key = Buffer.alloc(32, 'file');
const sealed = createSecrets(key).seal('a token');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
beforeEach(async () => {
  await app.runtime.database.pool.query('delete from installation');
  rmSync(file, { force: true });
});

const open = (databaseUrl: string | undefined, secretKey?: string) =>
  openSecrets({ ...app.runtime.config, dataDir, databaseUrl, secretKey }, app.runtime.database.pool);
const rowsOf = async () =>
  (await app.runtime.database.pool.query<{ name: string }>('select name from installation order by name'))
    .rows;
const url = 'postgres://daybook@localhost/daybook';
const saveFile = () => writeFileSync(file, key.toString('base64'));

describe('a seal', () => {
  /** As it was before seals named their algorithm: nonce, tag, text. */
  const older = createSecrets(key).seal('an older token').subarray(2);

  test('names its algorithm, so that another one can follow while everything stays readable', () => {
    const following = createSecrets(key, 'db02');
    const next = following.seal('a newer token');
    expect(next.subarray(0, 2)).not.toEqual(sealed.subarray(0, 2));
    for (const secrets of [createSecrets(key), following]) {
      expect(secrets.unseal(sealed)).toBe('a token');
      expect(secrets.unseal(next)).toBe('a newer token');
      expect(secrets.unseal(older)).toBe('an older token');
    }
  });

  test('does not open once it was changed, nor under another algorithm', () => {
    const changed = [...sealed.keys()].map((index) => {
      const copy = Buffer.from(sealed);
      copy[index] = (copy[index] ?? 0) ^ 3;
      return copy;
    });
    for (const copy of changed)
      expect(() => createSecrets(key).unseal(copy)).toThrow('unable to authenticate');
  });
});

describe('the key of an installation', () => {
  test('moves with secret.key from the embedded database to DATABASE_URL', async () => {
    saveFile();
    await open(undefined);
    expect((await open(url)).unseal(sealed)).toBe('a token');
    rmSync(file);
    await expect(open(url)).rejects.toThrow('isn’t the key of this database');
  });

  test('moves inside of the database from DATABASE_URL to the embedded one', async () => {
    const row = (await open(url)).seal('a token');
    saveFile();
    expect((await open(undefined)).unseal(row)).toBe('a token');
  });

  test('is made anew for a new database on DATABASE_URL, whatever file another one has left', async () => {
    saveFile();
    const secrets = await open(url);
    expect(() => secrets.unseal(sealed)).toThrow('unable to authenticate data');
    expect(await rowsOf()).toEqual([{ name: 'secret_key' }, { name: 'secret_key_fingerprint' }]);
  });

  test('is SECRET_KEY wherever that is set', async () => {
    const own = 'x'.repeat(40);
    const before = (await open(url, own)).seal('a token');
    saveFile();
    expect((await open(undefined, own)).unseal(before)).toBe('a token');
    await expect(open(url, 'y'.repeat(40))).rejects.toThrow('isn’t the key of this database');
  });
});

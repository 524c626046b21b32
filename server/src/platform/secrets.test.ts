import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { openSecrets, secretsWith } from './secrets.ts';

const app = useApp();
const dataDir = mkdtempSync(join(tmpdir(), 'daybook-secrets-'));
const file = join(dataDir, 'secret.key');
const key = Buffer.alloc(32, 'file');
const sealed = secretsWith(key).seal('a token');
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

describe('the key of an installation', () => {
  test('moves with secret.key from the embedded database to DATABASE_URL', async () => {
    saveFile();
    await open(undefined);
    expect((await open(url)).unseal(sealed)).toBe('a token');
    rmSync(file);
    await expect(open(url)).rejects.toThrow('is not the one this database was set up with');
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
    await expect(open(url, 'y'.repeat(40))).rejects.toThrow('is not the one');
  });
});

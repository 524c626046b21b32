import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { openKeys, openSecrets, createSecrets, type Secrets } from '../secrets.ts';
import { rotateKey } from './rotate-key.ts';
import { runInTransaction, listTables } from './tables.ts';

const app = useApp({ clock: fixedClock });
const [former, next] = ['the former key, which somebody has seen', 'the next key, which nobody has seen yet'];
const nothing = () => {};

const configWith = (secretKey: string, secretKeyFallback?: string) => ({
  ...app.runtime.config,
  databaseUrl: 'postgres://daybook@localhost/daybook',
  dataDir: '/nonexistent',
  secretKey,
  secretKeyFallback,
});
const open = (secretKey: string, fallback?: string): Promise<Secrets> =>
  openSecrets(configWith(secretKey, fallback), app.runtime.database.pool);
const rotate = async (secretKey: string, fallback?: string) =>
  rotateKey(
    app.connection,
    await openKeys(configWith(secretKey, fallback), app.runtime.database.pool),
    nothing,
  );

/** Every sealed value of the database, by where it is. */
async function listSeals(): Promise<{ where: string; sealed: Buffer }[]> {
  const tables = await runInTransaction(
    app.connection,
    'isolation level repeatable read, read only',
    listTables,
  );
  const columns = tables.flatMap(({ sql, columns: all }) =>
    all.flatMap(({ name }) => (name.endsWith('_sealed') ? [{ sql, name }] : [])),
  );
  const found = await Promise.all(
    columns.map(async ({ sql, name }) => {
      const { rows } = await app.runtime.database.pool.query<{ sealed: Buffer }>(
        `select ${name} as sealed from ${sql} where ${name} is not null`,
      );
      return rows.map(({ sealed }) => ({ where: `${sql}.${name}`, sealed }));
    }),
  );
  return found.flat();
}

beforeAll(async () => {
  // The demo company was sealed with the key of tests; from here on its key is a SECRET_KEY.
  const page = await createPage(app, { reminders: [60] });
  await bookPage(app, page);
  // More than two batches, told apart by bytes.
  await app.runtime.database.pool.query(
    `insert into oidc_request (state_hash, browser_hash, verifier_sealed, nonce, expires_at)
     select sha256(n::text::bytea), '', $1, '', now() from generate_series(1, 1201) n`,
    [app.runtime.secrets.seal('a verifier')],
  );
  await app.runtime.database.pool.query('delete from installation');
  const { current } = await openKeys(configWith(former), app.runtime.database.pool);
  const testKey = Buffer.alloc(32, 'test');
  await rotateKey(app.connection, { current, fallbacks: [testKey], derivation: current }, nothing);
});
afterAll(() => app.runtime.database.pool.query('delete from installation'));

describe('while a key is being replaced', () => {
  test('a server with either key first reads what the other one has sealed, and both derive the same', async () => {
    const [before, after] = [await open(former, next), await open(next, former)];
    expect(after.unseal(before.seal('a token'))).toBe('a token');
    expect(before.unseal(after.seal('a token'))).toBe('a token');
    expect(after.derive('unsubscribed', 'a@b.example')).toEqual(before.derive('unsubscribed', 'a@b.example'));
  });

  test('a key that the database does not know is refused with what to do', async () => {
    await expect(open(next)).rejects.toThrow('set the previous one as SECRET_KEY_FALLBACK');
  });
});

describe('after daybook secrets rotate', () => {
  let seals: { where: string; sealed: Buffer }[];
  let unsubscribed: Buffer;
  let counts: object;
  beforeAll(async () => {
    unsubscribed = (await open(former)).derive('unsubscribed', 'a@b.example');
    seals = await listSeals();
    counts = await rotate(next, former);
  });

  test('every stored secret opens with the new key alone, and none with the former one', async () => {
    expect(counts).toEqual({ resealed: seals.length, unreadable: 0 });
    const after = await open(next);
    const now = await listSeals();
    expect(new Set(now.map(({ where }) => where)).size).toBeGreaterThan(2);
    expect(now.map(({ sealed }) => typeof after.unseal(sealed))).toEqual(seals.map(() => 'string'));
    await expect(open(former)).rejects.toThrow('isn’t the key of this database');
  });

  test('hashes and signed links of before still fit', async () => {
    expect((await open(next)).derive('unsubscribed', 'a@b.example')).toEqual(unsubscribed);
  });

  test('running it again finds nothing to do', async () => {
    expect(await rotate(next, former)).toEqual({ resealed: 0, unreadable: 0 });
  });

  test('the next replacement works the same way', async () => {
    const third = 'the third key, after the next has been seen, too';
    await rotate(third, next);
    const after = await open(third);
    expect(after.derive('unsubscribed', 'a@b.example')).toEqual(unsubscribed);
    await rotate(next, third);
  });

  test('a value that no key opens is counted, and stays as it is', async () => {
    const sealed = createSecrets(Buffer.alloc(32, 9)).seal('unknown');
    const { pool } = app.runtime.database;
    await pool.query('update invitee set key_sealed = $1', [sealed]);
    const { unreadable } = await rotate(next, former);
    expect(unreadable).toBeGreaterThan(0);
    const { rows } = await pool.query<{ key_sealed: Buffer }>('select key_sealed from invitee limit 1');
    expect(rows[0]?.key_sealed).toEqual(sealed);
  });
});

test('a key in a row of the database is replaced by SECRET_KEY, and the row is deleted', async () => {
  const { pool } = app.runtime.database;
  await pool.query('delete from installation');
  const config = { ...configWith(next), secretKey: undefined };
  const own = await openSecrets(config, pool);
  const token = own.seal('a token');
  const keys = await openKeys(configWith(next), pool);
  expect((await open(next)).unseal(token)).toBe('a token');
  await rotateKey(app.connection, keys, nothing);
  const { rows } = await pool.query<{ name: string }>(`select name from installation order by name`);
  expect(rows.map(({ name }) => name)).toEqual(['derivation_key_sealed', 'secret_key_fingerprint']);
});

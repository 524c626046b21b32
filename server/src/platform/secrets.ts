import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Pool } from './db/connect.ts';
import type { WorkspaceId } from './db/workspace-id.ts';
import { computeCode } from './directory/codes.ts';
import { StartError } from './start-error.ts';

/** Encrypts what must be shown again (link tokens, webhook secrets), so that a copy of the database alone reveals nothing. */
export interface Secrets {
  seal(text: string): Buffer;
  unseal(sealed: Buffer): string;
  /** 32 bytes that follow from a text and a key of the installation: always the same, and nobody's to guess without it. */
  derive(purpose: string, text: string): Buffer;
  /** With what a token, link or key of a workspace ends; empty if there is one cell. */
  code(workspaceId: WorkspaceId): string;
}

/** By the first bytes of a seal: what was sealed stays readable when another one becomes the current one. */
const algorithms = { db01: 'aes-256-gcm', db02: 'chacha20-poly1305' } as const;

type Algorithm = keyof typeof algorithms;

export function createSecrets(key: Buffer, current: Algorithm = 'db01'): Secrets {
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(nameOf(current), key, nonce, tagged);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from(current, 'hex'), nonce, cipher.getAuthTag(), sealed]);
    },
    unseal(sealed) {
      const named = sealed.toString('hex', 0, 2);
      try {
        if (named in algorithms) return open(key, named as Algorithm, sealed.subarray(2));
      } catch {
        // An older seal names no algorithm, and may begin with the same bytes by chance.
      }
      return open(key, 'db01', sealed);
    },
    derive: (purpose, text) => createHmac('sha256', key).update(`${purpose}\0${text}`).digest(),
    code: () => '',
  };
}

const tagged = { authTagLength: 16 };

function open(key: Buffer, algorithm: Algorithm, sealed: Buffer): string {
  const decipher = createDecipheriv(nameOf(algorithm), key, sealed.subarray(0, 12), tagged);
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

/** Node's types know the two by different interfaces of one shape. */
const nameOf = (algorithm: Algorithm): 'aes-256-gcm' => algorithms[algorithm] as 'aes-256-gcm';

/** The keys of an installation: one, except while it is being replaced. */
export interface SecretKeys {
  /** Seals, and opens. */
  readonly current: Buffer;
  /** Open only: the next key before it takes over, the former one after that. */
  readonly fallbacks: readonly Buffer[];
  /**
   * The installation's first key, which outlives its replacement here alone: hashes of addresses that unsubscribed and of numbers
   * not to call can't be computed again, and links and webhook addresses that others have keep working.
   */
  readonly derivation: Buffer;
}

export async function openSecrets(config: Config, pool: Pool): Promise<Secrets> {
  const { current, fallbacks, derivation } = await openKeys(config, pool);
  return {
    seal: createSecrets(current).seal,
    unseal: (sealed) => unsealWithAny([current, ...fallbacks], sealed),
    derive: createSecrets(derivation).derive,
    code: config.cell ? computeCode : () => '',
  };
}

function unsealWithAny(keys: readonly Buffer[], sealed: Buffer): string {
  let failure: unknown;
  for (const key of keys) {
    try {
      return createSecrets(key).unseal(sealed);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * The current key is SECRET_KEY; else the one with which the database was set up, which is in a row or a file also when it was
 * restored from a database of the other kind; else a new one: in a file beside the embedded database or, with DATABASE_URL, in
 * a row, which several servers share but which protects nothing from somebody who can read the database.
 */
export async function openKeys(config: Config, pool: Pool): Promise<SecretKeys> {
  const own = (await findKeyInDatabase(pool)) ?? (await findKeyInFile(config, pool));
  const current = config.secretKey
    ? keyFrom(config.secretKey)
    : (own ?? (config.databaseUrl ? await keyInDatabase(pool) : keyInFile(keyPath(config))));
  const fallback = config.secretKeyFallback && keyFrom(config.secretKeyFallback);
  const fallbacks = [fallback, own].flatMap((key) => (key && !key.equals(current) ? [key] : []));
  const known = await requireKnownKey(pool, current, fallbacks);
  const derivation = (await findDerivationKey(pool, [current, ...fallbacks])) ?? known;
  return { current, fallbacks, derivation };
}

/** With other keys every stored secret would be unreadable, so the server does not start. */
async function requireKnownKey(pool: Pool, current: Buffer, fallbacks: readonly Buffer[]): Promise<Buffer> {
  const stored = await insertOnce(pool, fingerprintRow, fingerprintOf(current));
  const known = [current, ...fallbacks].find((key) => fingerprintOf(key) === stored);
  if (known) return known;
  throw new StartError(
    'SECRET_KEY (or secret.key in DATA_DIR) isn’t the key of this database. To replace the key, set the previous one as SECRET_KEY_FALLBACK.',
  );
}

async function findDerivationKey(pool: Pool, keys: readonly Buffer[]): Promise<Buffer | undefined> {
  const sealed = await findStored(pool, derivationRow);
  if (sealed === undefined) return undefined;
  return Buffer.from(unsealWithAny(keys, Buffer.from(sealed, 'base64')), 'base64');
}

/** From now on the current key is the one that this database knows; its former one is needed no longer. */
export async function adoptKey(
  client: Pick<Pool, 'query'>,
  { current, derivation }: SecretKeys,
): Promise<void> {
  const sealed = createSecrets(current).seal(derivation.toString('base64')).toString('base64');
  await client.query(
    `with kept as (
       insert into installation (name, value) values ($1, $2), ($3, $4) on conflict (name) do update set value = excluded.value
     )
     delete from installation where name = 'secret_key' and value <> $5`,
    [derivationRow, sealed, fingerprintRow, fingerprintOf(current), current.toString('base64')],
  );
}

const fingerprintRow = 'secret_key_fingerprint';
const derivationRow = 'derivation_key_sealed';

/** The hashes of the keys that are known outside of the database; changes nothing. */
export function listFingerprints(config: Config): string[] {
  const { secretKey, secretKeyFallback } = config;
  const set = [secretKey, secretKeyFallback].flatMap((text) => (text ? [keyFrom(text)] : []));
  const path = keyPath(config);
  return [...set, ...(existsSync(path) ? [readKey(path)] : [])].map(fingerprintOf);
}

async function findKeyInDatabase(pool: Pool): Promise<Buffer | undefined> {
  const text = await findStored(pool, 'secret_key');
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

/** A file that was left by another database is none of this one's. */
async function findKeyInFile(config: Config, pool: Pool): Promise<Buffer | undefined> {
  const path = keyPath(config);
  const key = existsSync(path) ? readKey(path) : undefined;
  return key && fingerprintOf(key) === (await findStored(pool, fingerprintRow)) ? key : undefined;
}

const readKey = (path: string): Buffer => Buffer.from(readFileSync(path, 'utf8'), 'base64');

const keyFrom = (text: string): Buffer => createHash('sha256').update(text).digest();
const keyPath = ({ dataDir }: Config): string => join(dataDir, 'secret.key');
const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('fingerprint').update(key).digest('hex');

function keyInFile(path: string): Buffer {
  try {
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readKey(path);
}

async function keyInDatabase(pool: Pool): Promise<Buffer> {
  return Buffer.from(await insertOnce(pool, 'secret_key', randomBytes(32).toString('base64')), 'base64');
}

/** Inserts a value unless there is one, and returns the one that is stored. */
async function insertOnce(pool: Pool, name: string, value: string): Promise<string> {
  await pool.query('insert into installation (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    value,
  ]);
  return (await findStored(pool, name)) ?? value;
}

async function findStored(pool: Pool, name: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>('select value from installation where name = $1', [
    name,
  ]);
  return rows[0]?.value;
}

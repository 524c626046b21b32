import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverDir } from '../paths.ts';

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly parts: readonly Part[];
}

/**
 * What is done in one step. A file is one transaction, unless lines of it begin another part:
 *
 *   -- next transaction       so that a lock is released before something that takes long
 *   -- batches of event_host  one transaction for each of some blocks of the table, those `where :batch`
 *   -- no transaction         for `create index concurrently`
 */
export interface Part {
  readonly kind: 'transaction' | 'batches' | 'indexes';
  readonly table: string;
  readonly sql: string;
}

export function readMigrations(): Migration[] {
  const folder = join(serverDir, 'migrations');
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.replace('.sql', ''), checksum: checksumOf(sql), parts: partsOf(sql) };
    });
}

export const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

const header = /^-- (next transaction|no transaction|batches of (\w+))$/m;

export function partsOf(sql: string): Part[] {
  const parts: Part[] = [];
  let [kind, table]: [Part['kind'], string] = ['transaction', ''];
  let rest = sql;
  for (let found = header.exec(rest); found; found = header.exec(rest)) {
    parts.push({ kind, table, sql: rest.slice(0, found.index) });
    rest = rest.slice(found.index + found[0].length);
    table = found[2] ?? '';
    kind = table ? 'batches' : found[1] === 'no transaction' ? 'indexes' : 'transaction';
  }
  parts.push({ kind, table, sql: rest });
  return parts.filter((part) => part.sql.replaceAll(/^--.*$/gm, '').trim() !== '');
}

/**
 * Migrations that stopped writers for long in large databases were written anew, to the same end. A database or a backup may
 * still have them as they were: the text is in `server/test/former-migrations`, and a test compares what becomes of both.
 */
export const formerChecksums: Readonly<Record<string, string>> = {
  '0020_locations_and_payments': 'fae3582f8c6e665ab8462575a74cb56c0fee3a8dd19cf133fbbfb718c32772c0',
  '0021_holds': 'eacb44f3039963f194294b3b702a111448af6f7414b098374317b8cc083ed3e8',
  '0066_upkeep': '039d704ec9f07a0e30914032e2c25905aaddd23a39ed4fa0574939de1bbc4a4a',
  '0068_mail_refusals': 'fb20a8b148ad3c51bdb9bb8a5a4dcbe808698eee2cd916cf9ca0f31bc14d9163',
  '0071_mail_log': 'ffcbb52370a6573f68de2549cb42371d9a171e3c39e6c02c78fa4f0b928795eb',
  '0105_insights': '46ce00112cf02018830f8600cf9850576100bed64da43df0f9bb799427529531',
  '0106_home': '30df156d027f516515fb5e05381e64a4efd6dfefa0069ae9808e1b56774e6caf',
  '0165_mail_bounces': '3f8d72d052e5541a92a63f7b9edf14131d9d80f1dec31550519e38671cdb5e35',
  '0225_series': '3613c3588654367417535e99894355adcd9c7baf42b66c685c1e1c5a94656f3e',
};

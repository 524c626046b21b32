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

/** A migration is a file, or a folder whose files are applied in their order as one. */
export function readMigrations(): Migration[] {
  const folder = join(serverDir, 'migrations');
  return readdirSync(folder)
    .filter((entry) => /^\d{4}_[a-z0-9_]+(?:\.sql)?$/.test(entry))
    .sort()
    .map((entry) => buildMigration(entry.replace('.sql', ''), readSql(join(folder, entry))));
}

function readSql(path: string): string {
  if (path.endsWith('.sql')) return readFileSync(path, 'utf8');
  return readdirSync(path)
    .sort()
    .map((file) => readFileSync(join(path, file), 'utf8'))
    .join('\n');
}

export const buildMigration = (name: string, sql: string): Migration => ({
  name,
  checksum: createHash('sha256').update(sql).digest('hex'),
  parts: splitParts(sql),
});

const header = /^-- (next transaction|no transaction|batches of (\w+))$/m;

export function splitParts(sql: string): Part[] {
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

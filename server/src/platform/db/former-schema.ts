import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { readMigrations, type Migration } from './migration-files.ts';

/*
 * Before the first release, the baseline replaced 115 migrations (docs/decisions/0170-baseline.md). A database, a backup or an export
 * at the last of them has the schema of the baseline, except for what `renaming` does.
 */

const lastFormer = '0340_payment_providers';
const baseline = '0400_baseline';

const isFormer = (name: string): boolean => /^\d/.test(name) && name < baseline;

const renaming = `
  alter table moved_in rename to import_mapping;
  do $$
  declare
    old_name text;
  begin
    for old_name in select conname from pg_constraint
      where conrelid = 'import_mapping'::regclass and starts_with(conname, 'moved_in_') loop
      execute format('alter table import_mapping rename constraint %I to %I',
        old_name, replace(old_name, 'moved_in_', 'import_mapping_'));
    end loop;
  end $$;
  drop function crm_records_matching(uuid, uuid, text);`;

/** The former names stay in the table, so that servers of before that still run on the database report that they are ready. */
export function removeFormerNames(
  applied: ReadonlyMap<string, string>,
  what = 'database',
): ReadonlyMap<string, string> {
  const last = [...applied.keys()].filter(isFormer).sort().at(-1);
  if (last !== undefined && !applied.has(lastFormer)) {
    throw new StartError(
      `The ${what} is from before the first release (its last migration is ${last}); upgrade it to ${lastFormer} with an older Daybook first, as docs/run/upgrade.md explains.`,
    );
  }
  return new Map([...applied].filter(([name]) => !isFormer(name)));
}

/** For a database at the last of the former migrations, the baseline is only the renaming. */
export async function adaptBaseline(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const { rowCount } = await client.query('select from migration where name = $1', [lastFormer]);
  if (!rowCount) return migrations;
  return migrations.map((migration) =>
    migration.name === baseline
      ? { ...migration, parts: [{ kind: 'transaction', table: '', sql: renaming }] }
      : migration,
  );
}

interface CopiedSchema {
  readonly migrations: Record<string, string>;
  readonly tables: readonly { readonly name: string }[];
}

/** The manifest of a backup or an export, as if it was made of a database with the baseline. */
export function adaptManifest<T extends CopiedSchema>(manifest: T, what: string): T {
  const applied = new Map(Object.entries(manifest.migrations));
  const kept = removeFormerNames(applied, what);
  if (kept.size === applied.size) return manifest;
  const checksum = readMigrations().find(({ name }) => name === baseline)?.checksum ?? '';
  return {
    ...manifest,
    migrations: { [baseline]: checksum, ...Object.fromEntries(kept) },
    tables: manifest.tables.map((table) => ({
      ...table,
      name: table.name.replace(/\bmoved_in$/, 'import_mapping'),
    })),
  };
}

import type { Config } from '../platform/config.ts';
import { createClient, type Pool } from '../platform/db/connect.ts';
import { migrateCell, requireCompatibleSchema } from '../platform/db/migrate-cell.ts';
import { migrate } from '../platform/db/migrate.ts';
import { requireCompatibleCells } from '../platform/directory/directory.ts';
import { programVersion } from '../platform/directory/versions.ts';
import { StartError } from '../platform/start-error.ts';
import { requireCell } from '../platform/transfer/move/sessions.ts';
import { onDirectory } from './cells.ts';
import { runOnDatabase, type Command } from './tools.ts';

/** Brings databases to the schema of this program, before its servers are started. */
export const migrateCommand: Command = {
  name: 'migrate',
  does: 'Update the schema of the database; with --cells, of all cells, one after another',
  options: {},
  flags: { cells: 'The databases in CELL_DATABASES; stops at the first that fails' },
  async run(config, values) {
    if (values['cells'] === 'true') return onDirectory(config, (pool) => migrateCells(config, pool));
    await runOnDatabase(config, (connection) =>
      config.cell ? migrateCell(connection) : migrate(connection),
    );
    console.log(`The database has the schema of Daybook ${programVersion}.`);
    return 0;
  },
};

/** Nothing is changed unless all cells are reachable and at most one version behind. */
async function migrateCells(config: Config, pool: Pool): Promise<number> {
  await requireCompatibleCells(pool);
  const { rows } = await pool.query<{ name: string }>('select name from directory.cell order by name');
  const cells = rows.map(({ name }) => {
    const url = config.cellDatabases.get(name);
    if (!url) throw new StartError(`Add the database of the cell ${name} to CELL_DATABASES.`);
    return { name, url };
  });
  for (const { name, url } of cells) await explainFor(name, () => checkCell(name, url));
  for (const { name, url } of cells) {
    await explainFor(name, () => migrateCell(url));
    console.log(`${name}: has the schema of Daybook ${programVersion}.`);
  }
  return 0;
}

async function checkCell(name: string, url: string): Promise<void> {
  await requireCompatibleSchema(url);
  const client = createClient(url);
  client.on('error', () => {});
  await client.connect();
  try {
    await requireCell(client, name);
  } finally {
    await client.end();
  }
}

async function explainFor(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message } = error as Error;
    throw new StartError(`${name}: ${message} The cells after it were left as they are.`, { cause: error });
  }
}

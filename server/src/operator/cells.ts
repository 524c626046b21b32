import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../platform/config.ts';
import { openDirectoryPool, type Pool } from '../platform/db/connect.ts';
import { StartError } from '../platform/start-error.ts';
import { checkOptions, type Command } from './tools.ts';

/** What the directory knows of the cells of an installation. */

const name = z.string().min(1);

export const cellCommands: readonly Command[] = [
  {
    name: 'cells list',
    does: 'List the cells of the installation, with their workspaces',
    options: {},
    run: (config) => onDirectory(config, listCells),
  },
  {
    name: 'cells set <open|closed>',
    does: 'Say whether new workspaces are created in a cell',
    options: { cell: ['NAME', 'Name of the cell'] },
    run: (config, values) =>
      onDirectory(config, async (pool) => {
        const { cell } = checkOptions(z.object({ cell: name }), values);
        const { rowCount } = await pool.query('update directory.cell set state = $1 where name = $2', [
          values['argument'],
          cell,
        ]);
        if (!rowCount) throw new StartError(`There is no cell ${cell}.`);
        return `The cell ${cell} is ${values['argument']}.`;
      }),
  },
  {
    name: 'cells map',
    does: 'Write map files for HAProxy: the cells of codes, slugs and forms',
    options: { to: ['PATH', 'Folder to write them to'] },
    run: (config, values) =>
      onDirectory(config, (pool) => writeMaps(pool, checkOptions(z.object({ to: name }), values).to)),
  },
];

async function onDirectory(config: Config, work: (pool: Pool) => Promise<string>): Promise<number> {
  if (!config.directoryUrl) throw new StartError('Set DIRECTORY_URL: only it knows the cells.');
  const pool = openDirectoryPool(config.directoryUrl);
  try {
    console.log(await work(pool));
    return 0;
  } finally {
    await pool.end();
  }
}

async function listCells(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Record<'name' | 'state' | 'region' | 'url' | 'workspaces', string>>(
    `select c.*, (select count(*) from directory.workspace_cell w where w.cell = c.name) as workspaces
     from directory.cell c order by name`,
  );
  const lines = rows.map(
    ({ name, state, region, url, workspaces }) =>
      `${name}  ${state}  ${workspaces} workspaces  ${url}${region && `  ${region}`}`,
  );
  return lines.join('\n') || 'No cell has joined the directory.';
}

const maps = {
  codes: 'select code as key, cell from directory.workspace_cell order by 1',
  slugs: `select n.value as key, w.cell from directory.name n join directory.workspace_cell w using (workspace_id)
    where n.kind = 'slug' order by 1`,
  forms: `select n.value as key, w.cell from directory.name n join directory.workspace_cell w using (workspace_id)
    where n.kind = 'form' order by 1`,
};

async function writeMaps(pool: Pool, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [file, query] of Object.entries(maps)) {
    const { rows } = await pool.query<{ key: string; cell: string }>(query);
    const lines = rows.map(({ key, cell }) => `${key} ${cell}\n`);
    await writeFile(join(folder, `${file}.map`), lines.join(''));
  }
  return `codes.map, slugs.map and forms.map are in ${folder}.`;
}

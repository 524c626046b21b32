import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../platform/config.ts';
import { openDirectoryPool, type Pool } from '../platform/db/connect.ts';
import { migrateDirectory } from '../platform/directory/directory.ts';
import { cellSeconds } from '../platform/directory/load.ts';
import { planDrain, planRebalance } from '../platform/directory/plan-moves.ts';
import { StartError } from '../platform/start-error.ts';
import { formatMoves, loadCells, loadWorkspaces, runMoves } from './planned-moves.ts';
import { checkOptions, formatTable, UsageError, type Command } from './tools.ts';

/** What the directory knows of the cells of an installation. */

export const cellCommands: readonly Command[] = [
  {
    name: 'cells drain',
    does: 'Create no new workspaces in a cell; with --plan or --run, move its workspaces to others of its region',
    arguments: 'CELL',
    options: {},
    flags: {
      plan: 'Say which workspaces would be moved where',
      run: 'Move them, one after another; run it again if it was interrupted',
    },
    run: (config, values, [cell = '']) =>
      onDirectory(config, async (pool) => {
        await setState(pool, cell, 'closed');
        console.log(`New workspaces are no longer created in the cell ${cell}.`);
        if (values['plan'] !== 'true' && values['run'] !== 'true') return 0;
        return drainCell(config, pool, cell, values['run'] === 'true');
      }),
  },
  {
    name: 'cells undrain',
    does: 'Create new workspaces in a cell again',
    arguments: 'CELL',
    options: {},
    run: (config, _, [cell = '']) =>
      onDirectory(config, async (pool) => {
        await setState(pool, cell, 'open');
        console.log(`New workspaces are created in the cell ${cell} again.`);
        return 0;
      }),
  },
  {
    name: 'cells map',
    does: 'Write map files for HAProxy: the cells of codes, slugs and forms',
    options: { to: ['PATH', 'Folder to write them to'] },
    run: (config, values) =>
      onDirectory(config, async (pool) => {
        const { to } = checkOptions(z.object({ to: z.string().min(1) }), values);
        await writeMaps(pool, to);
        console.log(`codes.map, slugs.map and forms.map are in ${to}.`);
        return 0;
      }),
  },
  {
    name: 'rebalance',
    does: 'Move workspaces from busy cells to others of their region, by the load of the last day',
    options: {},
    flags: {
      plan: 'Say which workspaces would be moved where, and the loads before and after',
      run: 'Move them, one after another; run it again if it was interrupted',
    },
    run(config, values) {
      const isRun = values['run'] === 'true';
      if (isRun === (values['plan'] === 'true')) throw new UsageError('Give either --plan or --run.');
      return onDirectory(config, (pool) => rebalanceCells(config, pool, isRun));
    },
  },
  {
    name: 'cells',
    does: 'List the cells of the installation, with their versions, workspaces, size and load',
    options: {},
    flags: { json: 'As JSON' },
    run: (config, values) =>
      onDirectory(config, async (pool) => {
        const cells = await listCells(pool);
        console.log(values['json'] === 'true' ? JSON.stringify(cells, null, 2) : formatCells(cells));
        return 0;
      }),
  },
];

export async function onDirectory(config: Config, work: (pool: Pool) => Promise<number>): Promise<number> {
  if (!config.directoryUrl) throw new StartError('Set DIRECTORY_URL: only it knows the cells.');
  await migrateDirectory(config.directoryUrl);
  const pool = openDirectoryPool(config.directoryUrl);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function setState(pool: Pool, cell: string, state: 'open' | 'closed'): Promise<void> {
  const { rowCount } = await pool.query('update directory.cell set state = $1 where name = $2', [
    state,
    cell,
  ]);
  if (!rowCount) throw new StartError(`There is no cell ${cell}.`);
}

async function drainCell(config: Config, pool: Pool, cell: string, isRun: boolean): Promise<number> {
  const { moves, staying } = planDrain(cell, await loadCells(pool), await loadWorkspaces(pool));
  console.log(
    moves.length > 0 ? formatMoves(moves) : `The cell ${cell} has no workspaces that can be moved.`,
  );
  if (isRun) await runMoves(config, pool, moves);
  for (const id of staying) console.log(`Stays: ${id}. No open cell of the region has the capacity for it.`);
  return staying.length > 0 ? 1 : 0;
}

async function rebalanceCells(config: Config, pool: Pool, isRun: boolean): Promise<number> {
  const moves = planRebalance(await loadCells(pool), await loadWorkspaces(pool));
  console.log(moves.length > 0 ? formatMoves(moves) : 'No move would relieve a busy cell.');
  if (isRun) await runMoves(config, pool, moves);
  return 0;
}

interface CellReport {
  readonly name: string;
  readonly region: string;
  readonly state: 'open' | 'closed';
  readonly program: string | null;
  readonly schema: string | null;
  readonly workspaces: number;
  readonly bytes: number | null;
  readonly requestsPerMinute: number;
  readonly bookingsPerMinute: number;
  /** Of the capacity. */
  readonly load: number;
  readonly lagSeconds: number | null;
  readonly reportedAt: string | null;
}

async function listCells(pool: Pool): Promise<CellReport[]> {
  const { rows } = await pool.query<CellReport>(
    `select name, region, state, program, schema_version as schema, bytes, capacity,
       (select count(*) from directory.workspace_cell w where w.cell = c.name) as workspaces,
       rates.requests as "requestsPerMinute", rates.bookings as "bookingsPerMinute",
       directory.weigh(rates.requests, rates.bookings) / capacity as load,
       lag_seconds as "lagSeconds", reported_at as "reportedAt"
     from directory.cell c left join directory.cell_load l on l.cell = c.name,
     lateral (select coalesce(directory.decay(l.requests, l.counted_at, ${cellSeconds}), 0) as requests,
       coalesce(directory.decay(l.bookings, l.counted_at, ${cellSeconds}), 0) as bookings) rates
     order by name`,
  );
  return rows;
}

const silentMs = 5 * 60_000;

function formatCells(cells: readonly CellReport[]): string {
  if (cells.length === 0) return 'No cell has joined the directory.';
  const head =
    'cell,region,state,program,schema,workspaces,GB,bookings/min,requests/min,load,lag s,last report';
  const rows = cells.map((cell) => {
    const isSilent = !cell.reportedAt || Date.now() - Date.parse(cell.reportedAt) > silentMs;
    return [
      cell.name,
      cell.region || '-',
      cell.state,
      cell.program ?? '-',
      cell.schema ?? '-',
      String(cell.workspaces),
      cell.bytes === null ? '-' : (cell.bytes / 1e9).toFixed(2),
      cell.bookingsPerMinute.toFixed(1),
      cell.requestsPerMinute.toFixed(0),
      `${(cell.load * 100).toFixed(1)}%`,
      cell.lagSeconds === null ? '-' : cell.lagSeconds.toFixed(1),
      isSilent ? (cell.reportedAt?.slice(0, 19) ?? 'never') : 'just now',
    ];
  });
  return formatTable([head.split(','), ...rows]);
}

const maps = {
  codes: 'select code as key, cell from directory.workspace_cell order by 1',
  slugs: `select n.value as key, w.cell from directory.name n join directory.workspace_cell w using (workspace_id)
    where n.kind = 'slug' order by 1`,
  forms: `select n.value as key, w.cell from directory.name n join directory.workspace_cell w using (workspace_id)
    where n.kind = 'form' order by 1`,
};

async function writeMaps(pool: Pool, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [file, query] of Object.entries(maps)) {
    const { rows } = await pool.query<{ key: string; cell: string }>(query);
    const lines = rows.map(({ key, cell }) => `${key} ${cell}\n`);
    await writeFile(join(folder, `${file}.map`), lines.join(''));
  }
}

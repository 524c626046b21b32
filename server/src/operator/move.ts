import { email, uuid } from '@daybook/contract/fields';
import { z } from 'zod';
import type { Config } from '../platform/config.ts';
import { openDirectoryPool, type Pool } from '../platform/db/connect.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { migrateDirectory } from '../platform/directory/directory.ts';
import { StartError } from '../platform/start-error.ts';
import { listObstacles, measureMove, type MoveSize } from '../platform/transfer/move/inspect-move.ts';
import { moveParts, moveWorkspace, undoMove } from '../platform/transfer/move/move-workspace.ts';
import {
  findLastMove,
  findMove,
  findOwner,
  listWorkspaces,
  type Step,
} from '../platform/transfer/move/register.ts';
import { openSide, type Move } from '../platform/transfer/move/sessions.ts';
import { checkOptions, createProgressLine, UsageError, type Command, type Values } from './tools.ts';

/** Moves a workspace to another cell while it is used. */
export const moveCommand: Command = {
  name: 'workspace move',
  does: 'Move a workspace to another cell while it is used',
  arguments: 'UUID|EMAIL',
  options: { to: ['CELL', 'Name of the cell to move to'] },
  flags: {
    'dry-run': 'Say what would be moved, and what would prevent it',
    resume: 'Continue a move that was interrupted',
    'other-region': 'Allow a move to a cell of another region',
    back: 'Undo a move that was interrupted, or move the workspace back to its former cell',
  },
  async run(config, values, [which = '']) {
    if (!config.directoryUrl) throw new StartError('Set DIRECTORY_URL: only it knows the cells.');
    await migrateDirectory(config.directoryUrl);
    const directory = openDirectoryPool(config.directoryUrl);
    try {
      const workspaceId = await findWorkspace(directory, which);
      const cells = await chooseCells(directory, workspaceId, values);
      return await withSides(config, directory, workspaceId, cells, (move) => runMove(config, move, values));
    } finally {
      await directory.end();
    }
  },
};

async function findWorkspace(directory: Pool, text: string): Promise<WorkspaceId> {
  const isId = uuid.safeParse(text).success;
  if (!isId && !email.safeParse(text).success)
    throw new UsageError('Give the workspace’s id or a user’s email address.');
  const [found, other] = await listWorkspaces(directory, isId ? { id: text } : { email: text.toLowerCase() });
  if (!found) throw new StartError(`The directory knows no workspace of ${text}.`);
  if (other) throw new StartError(`Several workspaces have a user ${text}: give the workspace’s id instead.`);
  return found;
}

interface Cells {
  readonly from: string;
  readonly to: string;
}

/** Between which cells, by the options and by what the directory knows of an earlier move. */
async function chooseCells(directory: Pool, id: WorkspaceId, values: Values): Promise<Cells> {
  const { to } = checkOptions(z.object({ to: z.string().min(1).optional() }), values);
  const { cell } = await findOwner(directory, id);
  const unfinished = await findMove(directory, id);
  const [resumes, goesBack] = [values['resume'] === 'true', values['back'] === 'true'];
  if (resumes && goesBack) throw new UsageError('Give either --resume or --back.');
  if (unfinished) {
    if (to !== undefined && to !== unfinished.to)
      throw new StartError(`The workspace is on its way to ${unfinished.to}: use --resume or --back first.`);
    if (!resumes && !goesBack && values['dry-run'] !== 'true')
      throw new StartError(
        `A move to ${unfinished.to} was interrupted: continue it with --resume, or undo it with --back.`,
      );
    return unfinished;
  }
  if (resumes) throw new StartError('There is no interrupted move of this workspace.');
  const target = goesBack ? (await findLastMove(directory, id))?.from : to;
  if (target === undefined)
    throw new UsageError(
      goesBack ? 'The workspace hasn’t been moved.' : '--to: This option is required; try --help.',
    );
  if (target === cell) throw new StartError(`The workspace is in the cell ${cell} already.`);
  if (values['other-region'] !== 'true') await requireSameRegion(directory, cell, target);
  return { from: cell, to: target };
}

/** The data of a workspace stays in its region, unless somebody says otherwise. */
async function requireSameRegion(directory: Pool, from: string, to: string): Promise<void> {
  const { rows } = await directory.query<{ name: string; region: string }>(
    'select name, region from directory.cell where name in ($1, $2)',
    [from, to],
  );
  const [here, there] = [from, to].map((cell) => rows.find(({ name }) => name === cell)?.region);
  if (there === undefined) throw new StartError(`There is no cell ${to}.`);
  if (here !== there)
    throw new StartError(
      `The cell ${to} is in the region ${there || 'without a name'}, and the workspace in ${here || 'the one without a name'}: add --other-region to take its data there.`,
    );
}

/** Moves a workspace, or continues a move of it that was interrupted. */
export async function moveBetween(
  config: Config,
  directory: Pool,
  workspaceId: WorkspaceId,
  planned: Cells,
): Promise<void> {
  const cells = (await findMove(directory, workspaceId)) ?? planned;
  await withSides(config, directory, workspaceId, cells, async (move) =>
    carry(config, move, await measureMove(move)),
  );
}

async function withSides<T>(
  config: Config,
  directory: Pool,
  workspaceId: WorkspaceId,
  { from, to }: Cells,
  work: (move: Move) => Promise<T>,
): Promise<T> {
  const open = async (cell: string) => {
    const url = config.cellDatabases.get(cell);
    if (!url) throw new StartError(`Add the database of the cell ${cell} to CELL_DATABASES.`);
    return openSide(cell, url, workspaceId);
  };
  const source = await open(from);
  try {
    const target = await open(to);
    try {
      return await work({ workspaceId, source, target, directory, onProgress() {} });
    } finally {
      await target.client.end();
    }
  } finally {
    await source.client.end();
  }
}

async function runMove(config: Config, move: Move, values: Values): Promise<number> {
  const size = await measureMove(move);
  if (values['dry-run'] === 'true') return explainMove(config, move, size);
  if (values['back'] === 'true' && (await findMove(move.directory, move.workspaceId))) {
    if (await undoMove(move)) {
      console.log(`The workspace stays in the cell ${move.source.cell}; its copy was deleted.`);
      return 0;
    }
    await carry(config, move, size);
    return carry(config, { ...move, source: move.target, target: move.source }, size);
  }
  return carry(config, move, size);
}

async function explainMove(config: Config, move: Move, { tables, jobs }: MoveSize): Promise<number> {
  for (const { name, rows, bytes } of tables)
    console.log(`${name.padEnd(24)} ${String(rows).padStart(10)} rows ${formatBytes(bytes).padStart(10)}`);
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const rows = sum(tables.map((table) => table.rows));
  const bytes = formatBytes(sum(tables.map((table) => table.bytes)));
  console.log(`${rows} rows of ${tables.length} tables, ${bytes}, and ${jobs} jobs would be moved.`);
  const obstacles = await listObstacles(config, move);
  for (const obstacle of obstacles) console.log(`Prevents the move: ${obstacle}`);
  return obstacles.length > 0 ? 1 : 0;
}

const formatBytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const sentences: Readonly<Record<Step, string>> = {
  copy: 'Copying',
  follow: 'Copying what was changed meanwhile, and comparing',
  drain: 'Waiting for what is being sent',
  freeze: 'Refusing writes, and copying the rest',
  switch: 'Switching',
  open: 'Opening',
  done: 'Done',
};

async function carry(config: Config, move: Move, { tables }: MoveSize): Promise<number> {
  const [obstacle] =
    (await findOwner(move.directory, move.workspaceId)).cell === move.source.cell
      ? await listObstacles(config, move)
      : [];
  if (obstacle !== undefined) throw new StartError(obstacle);
  const progress = createProgressLine();
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let copied = 0;
  const onProgress = (table: string, rows: number) =>
    progress.show(`Copying ${table}`, (copied += rows), total);
  const onStep = (step: Step) => {
    if (process.stderr.isTTY) progress.note(`${sentences[step]}…`);
    else console.log(sentences[step]);
  };
  const { frozenMs } = await moveWorkspace({ ...move, onProgress }, { ...moveParts, onStep });
  progress.end();
  const frozen = frozenMs === undefined ? '' : ` Writes were refused for ${(frozenMs / 1000).toFixed(2)} s.`;
  console.log(
    `The workspace is in the cell ${move.target.cell}.${frozen} Its rows in ${move.source.cell} are deleted after a day.`,
  );
  return 0;
}

import { sleep } from '../../signal.ts';
import { StartError } from '../../start-error.ts';
import type { Table } from '../tables.ts';
import { listMovedTables, requireSameTables } from './moved-tables.ts';
import {
  beginMove,
  dropMove,
  endMove,
  fenceMovers,
  findMove,
  findOwner,
  isUnchanged,
  recordCopy,
  recordStep,
  switchOwner,
  type MoveRow,
  type Step,
} from './register.ts';
import { isLate, lockMover, withLimits, type Move } from './sessions.ts';
import { drainSource, leaveSource, reclaimSource, withFrozen } from './source.ts';
import { copyTable, DifferentRows, readBase, syncRows, type Pass } from './sync-rows.ts';
import { clearRows, copyJobs, copyShared, deleteJobs, openTarget, requireForeign } from './target.ts';

/**
 * Moves a workspace to another cell while it is used (docs/decisions/0207). Every step can be repeated: a move that was cut short
 * is taken up where it was, or undone.
 */

/** What a move is made of, so that tests can leave out a guard and see that it is needed. */
export interface MoveParts {
  readonly withFrozen: typeof withFrozen;
  readonly switchOwner: typeof switchOwner;
  /** Called when a step was recorded and before it begins. */
  readonly onStep: (step: Step) => void | Promise<void>;
}

export const moveParts: MoveParts = { withFrozen, switchOwner, onStep() {} };

export interface MoveOutcome {
  /** For how long writes were refused; undefined if an earlier mover has done that part. */
  readonly frozenMs: number | undefined;
}

export async function moveWorkspace(move: Move, parts: MoveParts = moveParts): Promise<MoveOutcome> {
  const { directory, workspaceId: id, source, target } = move;
  await lockBoth(move);
  const owner = await findOwner(directory, id);
  let frozenMs: number | undefined;
  if (owner.cell === source.cell) {
    await requireForeign(move);
    const tables = await listMovedTables(source);
    requireSameTables(tables, await listMovedTables(target));
    await beginMove(directory, id, source.cell, target.cell);
    frozenMs = await carryOver(move, parts, tables, await takeOver(move));
  } else if (owner.cell !== target.cell) throw elsewhere(owner.cell);
  await finish(move, parts, frozenMs);
  return { frozenMs };
}

async function lockBoth({ source, target, workspaceId }: Move): Promise<void> {
  for (const side of [source, target])
    if (!(await lockMover(side, workspaceId)))
      throw new StartError('Another process is moving this workspace.');
}

const elsewhere = (cell: string): StartError => new StartError(`The workspace is in the cell ${cell}.`);

/** Ends the claims of an earlier mover, and what it may have left half done. The version that the switch expects. */
async function takeOver(move: Move): Promise<number> {
  const { directory, workspaceId, source } = move;
  const version = await fenceMovers(directory, workspaceId, source.cell);
  if (version === undefined) throw new StartError('The workspace has just been moved by another process.');
  await reclaimSource(move);
  return version;
}

const freezeAttempts = 10;
const pauseMs = 1_000;

/** Copies until little is missing, then freezes, copies the rest and switches. How long it was frozen. */
async function carryOver(
  move: Move,
  parts: MoveParts,
  tables: readonly Table[],
  version: number,
): Promise<number> {
  const { directory, workspaceId: id } = move;
  await parts.onStep('copy');
  let base = await copyTables(move, tables);
  await begin(move, parts, 'follow');
  for (let attempt = 1; ; attempt += 1) {
    const pass = await follow(move, tables, base);
    base = pass.base;
    await begin(move, parts, 'drain');
    await drainSource(move);
    await copyShared(move);
    base = (await syncRows(move, tables, base, 'written')).base;
    await recordCopy(directory, id, { base, copied: tables.map(({ name }) => name) });
    await begin(move, parts, 'freeze');
    const frozenMs = await freezeAndSwitch(move, parts, tables, { ...pass, base }, version);
    if (frozenMs !== undefined) return frozenMs;
    if (attempt === freezeAttempts)
      throw new StartError('The workspace is too busy to be frozen. It stays where it is; try again later.');
    await reclaimSource(move);
    await sleep(pauseMs);
  }
}

async function begin({ directory, workspaceId }: Move, { onStep }: MoveParts, step: Step): Promise<void> {
  await recordStep(directory, workspaceId, step);
  await onStep(step);
}

/** Table by table, each a transaction; those that an earlier mover has copied are skipped. */
async function copyTables(move: Move, tables: readonly Table[]): Promise<string> {
  const { directory, workspaceId: id } = move;
  const known = (await findMove(directory, id)) as MoveRow;
  const base = known.base ?? (await readBase(move));
  const copied = known.base === null ? [] : [...known.copied];
  for (const table of tables) {
    if (copied.includes(table.name)) continue;
    await copyTable(move, table);
    copied.push(table.name);
    await recordCopy(directory, id, { base, copied });
  }
  return base;
}

/** So few rows are copied within a fraction of a second. */
const fewRows = 500;
const maxPasses = 20;

/** Copies what was written meanwhile, again and again until it is little; then compares everything once. */
async function follow(move: Move, tables: readonly Table[], from: string): Promise<Pass> {
  const { directory, workspaceId: id } = move;
  try {
    let pass = await syncRows(move, tables, from, 'written');
    for (let count = 1; pass.changed > fewRows && count < maxPasses; count += 1)
      pass = await syncRows(move, tables, pass.base, 'written');
    return await syncRows(move, tables, pass.base, 'all');
  } catch (error) {
    // The next mover copies these tables again.
    if (error instanceof DifferentRows)
      await recordCopy(directory, id, {
        base: from,
        copied: tables.map(({ name }) => name).filter((name) => !error.tables.includes(name)),
      });
    throw error;
  }
}

/** Longer than this, nobody shall wait. */
const maxFrozenMs = 4_500;
/** All rows are compared once more while the workspace is frozen, if that takes no longer. */
const quickMs = 1_000;

/** How long it was frozen; undefined if it would have been for too long, and nothing has changed. */
async function freezeAndSwitch(
  move: Move,
  parts: MoveParts,
  tables: readonly Table[],
  { base, verifiedMs }: Pass,
  version: number,
): Promise<number | undefined> {
  const startedMs = performance.now();
  let hasLeft = false;
  const carry = async (): Promise<number | undefined> => {
    await syncRows(move, tables, base, verifiedMs < quickMs ? 'all' : 'written');
    await copyJobs(move);
    if (performance.now() - startedMs > maxFrozenMs) return undefined;
    hasLeft = true;
    await switchCells(move, parts, version);
    return performance.now() - startedMs;
  };
  try {
    return await withLimits(move, maxFrozenMs, () => parts.withFrozen(move, carry));
  } catch (error) {
    if (isLate(error) && !hasLeft) return undefined;
    throw error;
  }
}

/** First the source refuses everything, then the directory decides, then the target begins. So there are never two owners. */
async function switchCells(move: Move, parts: MoveParts, version: number): Promise<void> {
  const { directory, workspaceId: id, source, target } = move;
  await parts.onStep('switch');
  const expected = { from: source.cell, to: target.cell, version };
  if (!(await isUnchanged(directory, id, { cell: source.cell, version }))) throw overtaken();
  await leaveSource(move);
  if (!(await parts.switchOwner(directory, id, expected))) {
    if ((await findOwner(directory, id)).cell === source.cell) await reclaimSource(move);
    throw overtaken();
  }
  await parts.onStep('open');
  await openTarget(target, id);
}

const overtaken = (): StartError =>
  new StartError('Another process has taken this move over. This one has stopped.');

async function finish(move: Move, { onStep }: MoveParts, frozenMs: number | undefined): Promise<void> {
  const { directory, workspaceId: id, source, target } = move;
  await openTarget(target, id);
  await deleteJobs(source.client, id);
  await copyShared(move);
  await endMove(directory, id, frozenMs);
  await onStep('done');
}

/** Undoes a move that hasn't switched: the source goes on, and the copy is deleted. False if it has switched. */
export async function undoMove(move: Move): Promise<boolean> {
  const { directory, workspaceId: id, source, target } = move;
  await lockBoth(move);
  const owner = await findOwner(directory, id);
  if (owner.cell !== source.cell) return false;
  await requireForeign(move);
  await takeOver(move);
  await clearRows(target, id);
  await dropMove(directory, id, source.cell);
  return true;
}

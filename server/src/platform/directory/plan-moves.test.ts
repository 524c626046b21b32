import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorkspaceId } from '../db/workspace-id.ts';
import {
  planDrain,
  planRebalance,
  type CellLoad,
  type PlannedMove,
  type WorkspaceLoad,
} from './plan-moves.ts';

interface World {
  readonly cells: readonly CellLoad[];
  readonly workspaces: readonly WorkspaceLoad[];
}

const worlds: fc.Arbitrary<World> = fc
  .array(
    fc.record({
      region: fc.constantFrom('eu', 'us'),
      isOpen: fc.boolean(),
      capacity: fc.integer({ min: 10, max: 1000 }),
      loads: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((drawn) => ({
    cells: drawn.map(({ loads: _, ...cell }, index) => ({ name: `cell-${index}`, ...cell })),
    workspaces: drawn.flatMap(({ loads }, index) =>
      loads.map((load, n) => ({ id: `w-${index}-${n}` as WorkspaceId, cell: `cell-${index}`, load })),
    ),
  }));

function applyMoves({ cells, workspaces }: World, moves: readonly PlannedMove[]): World {
  const to = new Map(moves.map((move) => [move.id, move.to]));
  return { cells, workspaces: workspaces.map((each) => ({ ...each, cell: to.get(each.id) ?? each.cell })) };
}

const shareOf = ({ workspaces }: World, { name, capacity }: CellLoad): number =>
  workspaces.filter(({ cell }) => cell === name).reduce((sum, { load }) => sum + load, 0) / capacity;

const findCell = ({ cells }: World, name: string): CellLoad =>
  cells.find((cell) => cell.name === name) as CellLoad;

function checkMoves(world: World, moves: readonly PlannedMove[]): void {
  expect(new Set(moves.map(({ id }) => id)).size).toBe(moves.length);
  let now = world;
  for (const move of moves) {
    const [from, to] = [findCell(now, move.from), findCell(now, move.to)];
    expect(from.region).toBe(to.region);
    expect(to.isOpen).toBe(true);
    expect(now.workspaces.find(({ id }) => id === move.id)?.cell).toBe(move.from);
    expect(move.before[0]).toBeCloseTo(shareOf(now, from));
    expect(move.before[1]).toBeCloseTo(shareOf(now, to));
    now = applyMoves(now, [move]);
    expect(move.after[0]).toBeCloseTo(shareOf(now, from));
    expect(move.after[1]).toBeCloseTo(shareOf(now, to));
    expect(shareOf(now, to)).toBeLessThanOrEqual(1 + 1e-9);
  }
}

describe('rebalance', () => {
  test('never fills a cell, never leaves a region, and lowers the maximum of each region that it changes', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const moves = planRebalance(world.cells, world.workspaces);
        checkMoves(world, moves);
        const after = applyMoves(world, moves);
        for (const region of ['eu', 'us']) {
          const open = world.cells.filter((cell) => cell.isOpen && cell.region === region);
          const isChanged = moves.some(({ from }) => findCell(world, from).region === region);
          const [was, is] = [world, after].map((each) =>
            Math.max(0, ...open.map((cell) => shareOf(each, cell))),
          ) as [number, number];
          if (isChanged) expect(is).toBeLessThan(was);
          else expect(is).toBe(was);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('moves nothing from or to a closed cell, and is the same for the same loads in any order', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const moves = planRebalance(world.cells, world.workspaces);
        const isClosed = (name: string) => !findCell(world, name).isOpen;
        expect(moves.some(({ from, to }) => isClosed(from) || isClosed(to))).toBe(false);
        expect(planRebalance([...world.cells].reverse(), [...world.workspaces].reverse())).toEqual(moves);
      }),
    );
  });

  test('stops when there is nothing to gain', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        let now = world;
        for (let round = 0; round < 20; round += 1) {
          const moves = planRebalance(now.cells, now.workspaces);
          if (moves.length === 0) return;
          now = applyMoves(now, moves);
        }
        throw new Error('Twenty plans, one after another, still move something.');
      }),
    );
  });

  const cell = (name: string, capacity = 100): CellLoad => ({ name, region: 'eu', isOpen: true, capacity });
  const workspace = (id: string, of: string, load: number): WorkspaceLoad => ({
    id: id as WorkspaceId,
    cell: of,
    load,
  });

  test('does with one move what needs no more', () => {
    const workspaces = [workspace('w1', 'a', 30), workspace('w2', 'a', 30), workspace('w3', 'a', 1)];
    const moves = planRebalance([cell('a'), cell('b')], workspaces);
    expect(moves.map(({ id, from, to }) => [id, from, to])).toEqual([['w1', 'a', 'b']]);
    expect(moves[0]?.after).toEqual([0.31, 0.3]);
  });

  test('leaves cells that are almost equally busy, and a workspace that no other cell can carry', () => {
    const almost = [workspace('w1', 'a', 50), workspace('w2', 'a', 4), workspace('w3', 'b', 50)];
    expect(planRebalance([cell('a'), cell('b')], almost)).toEqual([]);
    expect(planRebalance([cell('a', 1000), cell('b')], [workspace('w1', 'a', 900)])).toEqual([]);
  });
});

describe('drain', () => {
  test('moves everything that fits, within the region, and names the rest', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const [{ name }] = world.cells as [CellLoad];
        const { moves, staying } = planDrain(name, world.cells, world.workspaces);
        checkMoves(world, moves);
        const all = world.workspaces.filter(({ cell }) => cell === name).map(({ id }) => id);
        expect([...moves.map(({ id }) => id), ...staying].sort()).toEqual(all.sort());
        const after = applyMoves(world, moves);
        const source = findCell(world, name);
        const others = world.cells.filter(
          (cell) => cell.isOpen && cell.region === source.region && cell !== source,
        );
        for (const id of staying) {
          const { load } = world.workspaces.find((each) => each.id === id) as WorkspaceLoad;
          for (const cell of others) expect(shareOf(after, cell) + load / cell.capacity).toBeGreaterThan(1);
        }
      }),
      { numRuns: 300 },
    );
  });
});

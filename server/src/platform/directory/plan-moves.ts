import type { WorkspaceId } from '../db/workspace-id.ts';

/** Which workspaces to move between cells, by the loads that were measured. Pure, and the same for the same numbers. */

export interface CellLoad {
  readonly name: string;
  readonly region: string;
  readonly isOpen: boolean;
  readonly capacity: number;
}

export interface WorkspaceLoad {
  readonly id: WorkspaceId;
  readonly cell: string;
  readonly load: number;
}

export interface PlannedMove {
  readonly id: WorkspaceId;
  readonly from: string;
  readonly to: string;
  readonly load: number;
  /** Shares of the capacity in use: of both cells before this move and after it. */
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
}

/** A cell that is this much busier than its region is left as it is: moving has a cost, too. */
const tolerance = 0.1;
/** Of the capacity: the least by which a move must relieve a cell. */
const minGain = 0.01;

/** Relieves the busiest open cells of each region, until none is much busier than the region as a whole. */
export function planRebalance(
  cells: readonly CellLoad[],
  workspaces: readonly WorkspaceLoad[],
): readonly PlannedMove[] {
  const regions = [...new Set(cells.map(({ region }) => region))].sort();
  return regions.flatMap((region) => {
    const open = cells.filter((cell) => cell.isOpen && cell.region === region);
    return balance(createState(open, workspaces));
  });
}

/** Moves everything off a cell, the largest first. What fits in no open cell of the region stays. */
export function planDrain(
  name: string,
  cells: readonly CellLoad[],
  workspaces: readonly WorkspaceLoad[],
): { readonly moves: readonly PlannedMove[]; readonly staying: readonly WorkspaceId[] } {
  const source = cells.find((cell) => cell.name === name);
  if (!source) return { moves: [], staying: [] };
  const others = cells.filter((cell) => cell.isOpen && cell.region === source.region && cell !== source);
  const state = createState([source, ...others], workspaces);
  const moves: PlannedMove[] = [];
  const staying: WorkspaceId[] = [];
  for (const workspace of sortByLoad(workspaces.filter(({ cell }) => cell === name))) {
    const [move] = others
      .map((to) => simulate(state, workspace, to))
      .filter((each) => each.after[1] <= 1)
      .sort((a, b) => a.after[1] - b.after[1] || compareText(a.to, b.to));
    if (move) moves.push(apply(state, move));
    else staying.push(workspace.id);
  }
  return { moves, staying };
}

interface State {
  readonly cells: ReadonlyMap<string, CellLoad>;
  readonly loads: Map<string, number>;
  readonly workspaces: Map<string, WorkspaceLoad>;
}

function createState(cells: readonly CellLoad[], workspaces: readonly WorkspaceLoad[]): State {
  const known = new Map(sortBy(cells, ({ name }) => name).map((cell) => [cell.name, cell]));
  const own = sortBy(workspaces, ({ id }) => id).filter(({ cell }) => known.has(cell));
  const loads = new Map(cells.map(({ name }) => [name, 0]));
  for (const { cell, load } of own) loads.set(cell, (loads.get(cell) ?? 0) + load);
  return { cells: known, loads, workspaces: new Map(own.map((each) => [each.id, each])) };
}

function balance(state: State): readonly PlannedMove[] {
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, each) => total + each, 0);
  const mean = sum(state.loads.values()) / sum([...state.cells.values()].map(({ capacity }) => capacity));
  const moves: PlannedMove[] = [];
  let [useful, lowest] = [0, findMaximum(state)];
  for (;;) {
    const [busiest] = [...state.cells.values()].sort(
      (a, b) => shareOf(state, b) - shareOf(state, a) || compareText(a.name, b.name),
    );
    if (!busiest || shareOf(state, busiest) <= mean * (1 + tolerance)) break;
    const move = findRelief(state, busiest);
    if (!move) break;
    moves.push(apply(state, move));
    state.workspaces.delete(move.id);
    const maximum = findMaximum(state);
    if (maximum < lowest) [useful, lowest] = [moves.length, maximum];
  }
  // Of two cells that are equally busy, one may have nothing that can be moved; then relieving the other gains nothing.
  return moves.slice(0, useful);
}

/** The move after which the busier of the two cells is the least busy. A workspace is moved once at most. */
function findRelief(state: State, busiest: CellLoad): PlannedMove | undefined {
  const others = [...state.cells.values()].filter((cell) => cell !== busiest);
  const own = [...state.workspaces.values()].filter(({ cell, load }) => cell === busiest.name && load > 0);
  let best: PlannedMove | undefined;
  for (const workspace of sortByLoad(own)) {
    for (const to of others) {
      const move = simulate(state, workspace, to);
      const isAllowed = move.after[1] <= 1 && Math.max(...move.after) <= move.before[0] - minGain;
      if (isAllowed && (!best || Math.max(...move.after) < Math.max(...best.after))) best = move;
    }
  }
  return best;
}

function simulate(state: State, { id, cell, load }: WorkspaceLoad, to: CellLoad): PlannedMove {
  const from = state.cells.get(cell) as CellLoad;
  return {
    id,
    from: cell,
    to: to.name,
    load,
    before: [shareOf(state, from), shareOf(state, to)],
    after: [shareOf(state, from, -load), shareOf(state, to, load)],
  };
}

function apply(state: State, move: PlannedMove): PlannedMove {
  for (const [name, change] of [
    [move.from, -move.load],
    [move.to, move.load],
  ] as const)
    state.loads.set(name, (state.loads.get(name) ?? 0) + change);
  return move;
}

const shareOf = ({ loads }: State, { name, capacity }: CellLoad, change = 0): number =>
  ((loads.get(name) ?? 0) + change) / capacity;

const findMaximum = (state: State): number =>
  Math.max(0, ...[...state.cells.values()].map((cell) => shareOf(state, cell)));

const sortByLoad = (workspaces: readonly WorkspaceLoad[]): WorkspaceLoad[] =>
  [...workspaces].sort((a, b) => b.load - a.load || compareText(a.id, b.id));

const sortBy = <T>(items: readonly T[], key: (item: T) => string): T[] =>
  [...items].sort((a, b) => compareText(key(a), key(b)));

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

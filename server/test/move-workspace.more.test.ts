import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCells, type TestCell, type TestCells } from './cells.ts';
import { bookNth, countBookings, createMovedWorkspace, openMover, type MovedWorkspace } from './moves.ts';
import { openStream } from '../src/live/test-live.ts';
import { runDueEffects } from '../src/platform/effects.ts';
import { undoMove, type MoveParts } from '../src/platform/transfer/move/move-workspace.ts';
import { hashRows, listMovedTables } from '../src/platform/transfer/move/moved-tables.ts';
import { recoverMoves } from '../src/platform/transfer/move/recover-moves.ts';
import { switchOwner, type Step } from '../src/platform/transfer/move/register.ts';
import { DifferentRows } from '../src/platform/transfer/move/sync-rows.ts';

let installation: TestCells;
let router: string;
let one: TestCell;
let two: TestCell;
const urls = new Map<TestCell, string>();

beforeAll(async () => {
  installation = await openCells(['one', 'two']);
  [one, two] = installation.cells as [TestCell, TestCell];
  router = await installation.startRouter();
  const { rows } = await installation.directory.query<{ name: string; url: string }>(
    'select name, url from directory.cell',
  );
  for (const cell of [one, two]) urls.set(cell, rows.find(({ name }) => name === cell.name)?.url ?? '');
}, 60_000);
afterAll(() => installation.close());

let count = 0;
const createInOne = () => createMovedWorkspace(one, `mover${(count += 1)}@one.example`);

async function withMover<T>(
  of: MovedWorkspace,
  work: (mover: Awaited<ReturnType<typeof openMover>>) => Promise<T>,
  cells: readonly [TestCell, TestCell] = [one, two],
): Promise<T> {
  const mover = await openMover(installation, cells, of.id);
  try {
    return await work(mover);
  } finally {
    await mover.close();
  }
}

const bookAt = async (cell: TestCell, of: MovedWorkspace, n: number) =>
  (await bookNth(urls.get(cell) ?? '', of, n)).status;

const owners = async (of: MovedWorkspace) => {
  const statuses = await Promise.all(
    [one, two].map((cell) =>
      cell.app.inject({ url: '/v2/event-types', headers: { authorization: `Bearer ${of.token}` } }),
    ),
  );
  return [one, two].filter((_, index) => statuses[index]?.statusCode === 200).map(({ name }) => name);
};

/** Dies when the step begins. */
const dyingAt = (step: Step, die: () => never): Partial<MoveParts> => ({
  onStep(begun) {
    if (begun === step) die();
  },
});

const steps: readonly Step[] = ['copy', 'follow', 'drain', 'freeze', 'switch', 'open'];

test('a workspace that is booked all the time loses nothing, and every booking is made once', async () => {
  const of = await createInOne();
  let isGoing = true;
  let n = 0;
  const answers: number[] = [];
  const book = async () => {
    while (isGoing) {
      const mine = (n += 1);
      for (;;) {
        const { status } = await bookNth(router, of, mine);
        answers.push(status);
        if (status !== 503) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const booking = Promise.all([book(), book(), book()]);
  for (const cells of [
    [one, two],
    [two, one],
    [one, two],
  ] as const) {
    const { frozenMs } = await withMover(of, (mover) => mover.run(), cells);
    expect(frozenMs).toBeLessThan(5_000);
  }
  isGoing = false;
  await booking;
  expect(new Set(answers)).toEqual(new Set([200, ...(answers.includes(503) ? [503] : [])]));
  const expected = Object.fromEntries(Array.from({ length: n }, (_, i) => [`kit${i + 1}@move.example`, 1]));
  expect(await countBookings(two, of.id)).toEqual(expected);
  expect(await owners(of)).toEqual(['two']);
  expect(await bookAt(one, of, 900)).toBe(421);
});

test('every table has the same rows afterwards, and effects and jobs go on in the target alone', async () => {
  const of = await createInOne();
  await bookNth(router, of, 1);
  const worker = { ...two.runtime, database: { ...two.runtime.database, isWorker: true } };
  // Those of other tests.
  while ((await runDueEffects(worker)) > 0);
  await withMover(of, async ({ run, move }) => {
    let during = 0;
    await run({
      async onStep(step) {
        if (step === 'follow') during += await runDueEffects(worker);
        if (step !== 'open') return;
        const tables = await listMovedTables(move.source);
        const [ours, theirs] = [
          await hashRows(move.source, tables, of.id),
          await hashRows(move.target, tables, of.id),
        ];
        expect(theirs).toEqual(ours);
        expect([...ours.values()].filter((hash) => !hash.startsWith('0 ')).length).toBeGreaterThan(20);
      },
    });
    expect(during).toBe(0);
  });
  const former = { ...one.runtime, database: { ...one.runtime.database, isWorker: true } };
  expect(await runDueEffects(former)).toBe(0);
  expect(await runDueEffects(worker)).toBeGreaterThan(0);
  const { rows } = await installation.directory.query(
    'select step, frozen_ms from directory.move where workspace_id = $1',
    [of.id],
  );
  expect(rows).toEqual([{ step: 'done', frozen_ms: expect.any(Number) }]);
});

describe.each(steps)('a mover that is killed at the step %s', (step) => {
  test('leaves one owner at most, and another one finishes', async () => {
    const of = await createInOne();
    await bookNth(router, of, 1);
    await withMover(of, (mover) =>
      expect(mover.run(dyingAt(step, mover.die))).rejects.toThrow('The mover was killed.'),
    );
    expect((await owners(of)).length).toBe(step === 'open' ? 0 : 1);
    // Before the switch, the source goes on as soon as PostgreSQL has noticed.
    if (step !== 'open') await expect.poll(() => bookAt(one, of, 2)).toBe(200);
    await expect
      .poll(() => withMover(of, (mover) => mover.run()).then(() => 'moved', String), { timeout: 10_000 })
      .toBe('moved');
    expect(await owners(of)).toEqual(['two']);
    expect((await bookNth(router, of, 3)).status).toBe(200);
    expect(Object.keys(await countBookings(two, of.id)).length).toBe(step === 'open' ? 2 : 3);
  });

  test('can be undone, and nothing stays in the target', async () => {
    const of = await createInOne();
    await withMover(of, (mover) =>
      expect(mover.run(dyingAt(step, mover.die))).rejects.toThrow('The mover was killed.'),
    );
    const undo = () => withMover(of, ({ move }) => undoMove(move)).catch(String);
    await expect.poll(undo, { timeout: 10_000 }).toBe(step !== 'open');
    if (step === 'open') return;
    expect(await owners(of)).toEqual(['one']);
    expect((await bookNth(router, of, 1)).status).toBe(200);
    expect(await countRowsOf(two, of)).toEqual([]);
  });
});

/** Tables that have a row of the workspace. */
async function countRowsOf(cell: TestCell, of: MovedWorkspace): Promise<string[]> {
  return withMover(of, async ({ move }) => {
    const side = cell === two ? move.target : move.source;
    const hashes = await hashRows(side, await listMovedTables(side), of.id);
    return [...hashes].filter(([, hash]) => !hash.startsWith('0 ')).map(([name]) => name);
  });
}

describe('what a mover left that died in the switch', () => {
  test('before the directory was told: the source takes the workspace back', async () => {
    const of = await createInOne();
    await withMover(of, (mover) =>
      expect(mover.run({ switchOwner: () => mover.die() })).rejects.toThrow('The mover was killed.'),
    );
    expect(await owners(of)).toEqual([]);
    const answer = await bookNth(router, of, 1);
    expect([answer.status, answer.retryAfter]).toEqual([503, '2']);
    await recoverMoves(two.runtime);
    await expect.poll(() => recoverMoves(one.runtime).then(() => owners(of))).toEqual(['one']);
    expect((await bookNth(router, of, 1)).status).toBe(200);
  });

  test('after the directory was told: the target begins', async () => {
    const of = await createInOne();
    await withMover(of, (mover) =>
      expect(mover.run(dyingAt('open', mover.die))).rejects.toThrow('The mover was killed.'),
    );
    await recoverMoves(one.runtime);
    await expect.poll(() => recoverMoves(two.runtime).then(() => owners(of))).toEqual(['two']);
    expect((await bookNth(router, of, 1)).status).toBe(200);
  });
});

test('a copy that differs is noticed, the source goes on, and the next mover copies it again', async () => {
  const of = await createInOne();
  await withMover(of, async ({ run, move }) => {
    const tamper = (step: Step) =>
      step === 'follow'
        ? move.target.client.query(`update member set first_name = 'Eve' where workspace_id = $1`, [of.id])
        : undefined;
    const failing = run({ onStep: async (step) => void (await tamper(step)) });
    await expect(failing).rejects.toThrow(DifferentRows);
  });
  expect(await bookAt(one, of, 1)).toBe(200);
  await withMover(of, (mover) => mover.run());
  expect(await owners(of)).toEqual(['two']);
});

test('while it is frozen, writes get 503 with Retry-After, and reads go on', async () => {
  const of = await createInOne();
  const seen: unknown[] = [];
  const onStep = async (step: Step) => {
    if (step !== 'switch') return;
    const { status, retryAfter } = await bookNth(router, of, 1);
    seen.push(status, retryAfter, await owners(of));
  };
  await withMover(of, (mover) => mover.run({ onStep }));
  expect(seen).toEqual([503, '1', ['one']]);
  expect((await bookNth(router, of, 1)).status).toBe(200);
});

test('a live stream ends when its workspace has moved, and the next one begins with everything', async () => {
  const of = await createInOne();
  const headers = { authorization: `Bearer ${of.token}` };
  const before = await openStream(router, headers);
  await withMover(of, (mover) => mover.run());
  await before.untilEnded();
  const after = await openStream(router, { ...headers, 'last-event-id': before.lastId() });
  await after.until((event) => 'tag' in event && event.tag === '*');
  await after.close();
});

test('control: without the freeze, an acknowledged booking is lost', async () => {
  const of = await createInOne();
  const parts: Partial<MoveParts> = {
    withFrozen: (_, work) => work(),
    async onStep(step) {
      if (step === 'switch') expect(await bookAt(one, of, 1)).toBe(200);
    },
  };
  await withMover(of, (mover) => mover.run(parts));
  expect(await countBookings(two, of.id)).toEqual({});
});

describe('a mover that was paused while the source took the workspace back', () => {
  const pauseAndRun = (of: MovedWorkspace, change: typeof switchOwner) =>
    withMover(of, (mover) =>
      mover.run({
        async switchOwner(...args) {
          // As if its session had been lost: the source believes that it died.
          await mover.move.source.client.query('select pg_advisory_unlock_all()');
          await recoverMoves(one.runtime);
          expect(await bookAt(one, of, 1)).toBe(200);
          return change(...args);
        },
      }),
    );

  test('switches nothing', async () => {
    const of = await createInOne();
    await expect(pauseAndRun(of, switchOwner)).rejects.toThrow('Another process has taken this move over.');
    expect(await owners(of)).toEqual(['one']);
  });

  test('control: without the compare-and-set, the workspace has two owners', async () => {
    const of = await createInOne();
    await pauseAndRun(of, async (pool, id, { to }) => {
      await pool.query('update directory.workspace_cell set cell = $2 where workspace_id = $1', [id, to]);
      return true;
    });
    expect(await owners(of)).toEqual(['one', 'two']);
  });
});

test('after a day the source deletes its rows, and never those of a workspace that it owns', async () => {
  const of = await createInOne();
  await withMover(of, (mover) => mover.run());
  await recoverMoves(one.runtime);
  expect(await countRowsOf(one, of)).toContain('member');
  await recoverMoves(one.runtime, 0);
  await recoverMoves(two.runtime, 0);
  expect(await countRowsOf(one, of)).toEqual([]);
  expect(await owners(of)).toEqual(['two']);
  await withMover(of, (mover) => mover.run(), [two, one]);
  await recoverMoves(one.runtime, 0);
  expect(await owners(of)).toEqual(['one']);
  expect((await bookNth(router, of, 1)).status).toBe(200);
});

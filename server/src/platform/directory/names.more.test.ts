import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCells, type TestCells } from '../../../test/cells.ts';
import { countStatements } from '../../../test/statements.ts';
import { createSystemActor } from '../auth/actor.ts';
import { runInWorkspace, type Ctx } from '../context.ts';
import { generateUuid } from '../ids.ts';
import { claimSlug, releaseSlug } from '../slugs.ts';
import { reconcileNames } from './reconcile.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';

let installation: TestCells;
const workspaces: WorkspaceId[] = [];
let slug: string;
let taken = 0;

beforeAll(async () => {
  installation = await openCells(['one', 'two']);
  for (const cell of installation.cells) {
    await cell.createWorkspace(`owner@${cell.name}.example`);
    const { rows } = await cell.runtime.database.pool.query<{ workspace_id: WorkspaceId }>(
      'select workspace_id from workspace',
    );
    workspaces.push(rows[0]?.workspace_id as WorkspaceId);
  }
}, 60_000);
afterAll(() => installation.close());
beforeEach(() => {
  slug = `name-${(taken += 1)}`;
});

const cellAt = (index: number) => installation.cells[index] as TestCells['cells'][number];

function run<T>(index: number, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return runInWorkspace(cellAt(index).runtime, createSystemActor(workspaces[index] as WorkspaceId), work);
}

async function claim(ctx: Ctx, name = slug): Promise<boolean> {
  const id = generateUuid();
  await ctx.db
    .insertInto('team')
    .values({ workspace_id: ctx.workspaceId, id, title: name, slug: name })
    .execute();
  return claimSlug(ctx, name, { team_id: id });
}

/** `reserved`, `confirmed` or none, as the directory has it. */
async function stateInDirectory(): Promise<string | undefined> {
  const { rows } = await installation.directory.query<{ state: string }>(
    `select case when reservation is null then 'confirmed' else 'reserved' end as state
     from directory.name where kind = 'slug' and value = $1`,
    [slug],
  );
  return rows[0]?.state;
}

const reconcile = (index: number) => reconcileNames(cellAt(index).runtime, 0);

test('a name that was claimed is confirmed, and one that was released can be claimed in another cell', async () => {
  expect(await run(0, claim)).toBe(true);
  expect(await stateInDirectory()).toBe('confirmed');
  expect(await run(1, claim)).toBe(false);
  await run(0, (ctx) => releaseSlug(ctx, slug));
  expect(await stateInDirectory()).toBeUndefined();
  expect(await run(1, claim)).toBe(true);
});

test('of two cells that claim a name at the same moment one gets it', async () => {
  for (let round = 0; round < 10; round += 1) {
    slug = `race-${round}`;
    const won = await Promise.all([run(0, claim), run(1, claim)]);
    expect(won.filter(Boolean)).toHaveLength(1);
  }
});

test('killed before the commit: the reconciler releases the name', async () => {
  await expect(
    run(0, async (ctx) => {
      await claim(ctx);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await stateInDirectory()).toBe('reserved');
  expect(await run(1, claim)).toBe(false);
  await reconcile(0);
  expect(await stateInDirectory()).toBeUndefined();
  expect(await run(1, claim)).toBe(true);
});

test('killed after the commit: the reconciler confirms the name', async () => {
  await run(0, async (ctx) => {
    await claim(ctx);
    await installation.cutDirectory(true);
  });
  await installation.cutDirectory(false);
  expect(await stateInDirectory()).toBe('reserved');
  await reconcile(0);
  expect(await stateInDirectory()).toBe('confirmed');
  expect(await run(1, claim)).toBe(false);
});

test('killed between a release and its end: the reconciler releases the name', async () => {
  await run(0, claim);
  await run(0, async (ctx) => {
    await releaseSlug(ctx, slug);
    await installation.cutDirectory(true);
  });
  await installation.cutDirectory(false);
  await reconcile(0);
  expect(await stateInDirectory()).toBeUndefined();
});

test('a transaction that still runs keeps its name from the reconciler', async () => {
  let commit = () => {};
  let hasClaimed = () => {};
  const claimed = new Promise<void>((resolve) => {
    hasClaimed = resolve;
  });
  const running = run(0, async (ctx) => {
    await claim(ctx);
    hasClaimed();
    await new Promise<void>((resolve) => {
      commit = resolve;
    });
  });
  await claimed;
  await reconcile(0);
  expect(await stateInDirectory()).toBe('reserved');
  expect(await run(1, claim)).toBe(false);
  commit();
  await running;
  expect(await stateInDirectory()).toBe('confirmed');
});

test('a transaction that the reconciler has given up can no longer commit', async () => {
  const { runtime } = cellAt(0);
  await expect(
    run(0, async (ctx) => {
      await claim(ctx);
      const fence = 'insert into name_reservation (workspace_id, id) values ($1, $2)';
      expect(ctx.names?.id).toBeDefined();
      await runtime.database.pool.query(`set lock_timeout = '200ms'; select 1`);
      await runtime.database.pool.query(fence, [ctx.workspaceId, ctx.names?.id]);
    }),
  ).rejects.toMatchObject({ code: '55P03' });
});

test('without the directory, names can’t be claimed, and nothing else stops', async () => {
  await installation.cutDirectory(true);
  try {
    await expect(run(0, claim)).rejects.toMatchObject({ status: 503 });
    expect(await run(0, async ({ workspaceId }) => workspaceId)).toBe(workspaces[0]);
  } finally {
    await installation.cutDirectory(false);
  }
});

test('an installation without a directory sends not one statement more', async () => {
  const { directory: _, ...alone } = cellAt(0).runtime;
  const { pool, restrictRole } = alone.database;
  const counted = countStatements({ ...alone, database: { pool, restrictRole } });
  const actor = createSystemActor(workspaces[0] as WorkspaceId);
  await runInWorkspace(counted.runtime, actor, claim);
  // begin, the team, the slug, commit
  expect(counted.take()).toBe(4);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDueEffects } from '../src/platform/effects.ts';
import { freezeWorkspace, unfreezeWorkspace } from '../src/platform/transfer/freeze-workspace.ts';
import { openCells, type TestCell, type TestCells } from './cells.ts';
import { bookNth, createMovedWorkspace, type MovedWorkspace } from './moves.ts';

let installation: TestCells;
let router: string;
let cell: TestCell;
let frozen: MovedWorkspace;
let other: MovedWorkspace;

beforeAll(async () => {
  installation = await openCells(['one']);
  [cell] = installation.cells as [TestCell];
  router = await installation.startRouter();
  frozen = await createMovedWorkspace(cell, 'frozen@one.example');
  other = await createMovedWorkspace(cell, 'other@one.example');
}, 60_000);
afterAll(() => installation.close());

const countEffects = async () => {
  const { rows } = await cell.runtime.database.pool.query<{ count: number }>(
    'select count(*)::int as count from outbox where workspace_id = $1',
    [frozen.id],
  );
  return rows[0]?.count ?? 0;
};

test('a frozen workspace is read but not changed, by requests or workers, and others go on', async () => {
  expect((await bookNth(router, frozen, 1)).status).toBe(200);
  const { database } = cell.runtime;
  await freezeWorkspace(database, frozen.id);
  await freezeWorkspace(database, frozen.id);
  expect(await bookNth(router, frozen, 2)).toEqual({ status: 503, retryAfter: '1' });
  const headers = { authorization: `Bearer ${frozen.token}` };
  expect((await fetch(`${router}/v2/event-types`, { headers })).status).toBe(200);
  expect((await bookNth(router, other, 1)).status).toBe(200);
  const waiting = await countEffects();
  expect(waiting).toBeGreaterThan(0);
  while ((await runDueEffects(cell.runtime)) > 0);
  expect(await countEffects()).toBe(waiting);
  await unfreezeWorkspace(database, frozen.id);
  expect((await bookNth(router, frozen, 2)).status).toBe(200);
  while ((await runDueEffects(cell.runtime)) > 0);
  expect(await countEffects()).toBe(0);
});

test('the freeze waits for what is being written, and nothing is written after it', async () => {
  const { database } = cell.runtime;
  const booking = Array.from({ length: 20 }, (_, n) => bookNth(router, frozen, 10 + n));
  await freezeWorkspace(database, frozen.id);
  const count = async () =>
    (await database.pool.query('select from invitee where workspace_id = $1', [frozen.id])).rowCount;
  const then = await count();
  expect(new Set((await Promise.all(booking)).map(({ status }) => status)).size).toBeGreaterThan(0);
  expect(await count()).toBe(then);
  await unfreezeWorkspace(database, frozen.id);
});

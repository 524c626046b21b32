import { expect, test } from 'vitest';
import { loadHosts } from '../bench/parts/calendar.ts';
import { useApp } from '../server/test/harness.ts';
import { compareOffers } from '../server/test/offered-times.ts';
import { seedCalendars } from '../server/test/stale-pages.ts';

/* The short form of `npm run chaos -- offered`. */

const app = useApp();

test('what a page lists can be booked, what it does not list is refused, and explaining agrees with both', async () => {
  const { rows } = await app.runtime.database.pool.query('select workspace_id from workspace limit 1');
  const [{ workspace_id: workspaceId }] = rows;
  await loadHosts(app.connection, workspaceId, 3);
  await seedCalendars(app.runtime, workspaceId);
  const found = await compareOffers(app.runtime, {
    workspaceId,
    pageDays: 30,
    seed: 11,
    hostNumbers: [1, 2, 3],
  });
  expect(found.wrong).toEqual([]);
  expect(Math.min(found.listed, found.wasListed, found.taken, found.never)).toBeGreaterThan(0);
}, 120_000);

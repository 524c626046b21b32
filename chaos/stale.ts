import { parseArgs } from 'node:util';
import { compareUnderWrites, plantCalendars } from '../server/test/stale-pages.ts';
import { openWorld, plantSubscriptions } from '../server/test/webhook-parts.ts';
import { loadHosts, loadEvents } from '../bench/calendar.ts';

/**
 * Compares cached pages with uncached ones, in one snapshot each, while writers change all that pages depend on. The control
 * drops a trigger, after which the same comparison must find stale answers.
 *
 *   npx tsx chaos/stale.ts --comparisons 100000 --seed 1
 */
const { values: given } = parseArgs({
  options: {
    comparisons: { type: 'string', default: '100000' },
    writers: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});

const world = await openWorld();
try {
  const [company] = await plantSubscriptions(world, 1, ['http://127.0.0.1:9/nobody']);
  if (!company) throw new Error('No company.');
  const { workspaceId } = company;
  await loadHosts(world.connection, workspaceId);
  await loadEvents(world.connection, 5_000, '2027-01-15T00:00:00Z');
  await plantCalendars(world.runtime, workspaceId);
  const pages = [1, 2, 3, 4].map((host) => ({ ownerSlug: `host-${host}`, eventTypeSlug: 'call' }));
  const options = { workspaceId, pages, writers: Number(given.writers), seed: Number(given.seed) };
  const result = await compareUnderWrites(world.runtime, {
    ...options,
    comparisons: Number(given.comparisons),
  });
  const { stale, ...counts } = result;
  console.log(`seed ${given.seed}: ${JSON.stringify(counts)}, ${stale.length} stale`);

  await world.query('drop trigger availability_update on event_host');
  await world.query('drop trigger availability_update_before on event_host');
  const control = await compareUnderWrites(world.runtime, { ...options, comparisons: 4_000 });
  console.log(`control without triggers on event_host: ${control.stale.length} of ${control.compared} stale`);
  const isConclusive =
    control.stale.length > 0 && Math.min(counts.changed, counts.hits, counts.rollbacks) > 0;
  console.log(stale.length > 0 ? 'failed' : isConclusive ? 'passed' : 'inconclusive');
  process.exitCode = stale.length === 0 && isConclusive ? 0 : 1;
} finally {
  await world.close();
}

import { compareUnderWrites, seedCalendars } from '../server/test/stale-pages.ts';
import { seedSubscriptions } from '../server/test/webhook-parts.ts';
import { loadHosts, loadEvents } from '../bench/parts/calendar.ts';
import type { Scenario } from './scenario.ts';
import { runOnWorld } from './world.ts';

/** Few, so that writers meet the pages that are compared. */
const hosts = 12;

/** Compares cached pages with uncached ones, in one snapshot each, while writers change all that pages depend on. */
export const staleScenario: Scenario = {
  claim: 'A cached page is never older than the writes that were committed before it was asked for.',
  control: 'the triggers on the time of hosts are dropped',
  kind: 'comparison',
  rounds: 1,
  numbers: { comparisons: 100_000, writers: 3, readers: 4 },
  smoke: { comparisons: 300, writers: 3, readers: 4 },
  run: ({ seed, isControl, numbers: { comparisons = 0, writers = 0, readers = 1 } }) =>
    runOnWorld(async (world) => {
      const [company] = await seedSubscriptions(world, 1, ['http://127.0.0.1:9/nobody']);
      if (!company) throw new Error('No company.');
      const { workspaceId } = company;
      await loadHosts(world.connection, workspaceId, hosts);
      await loadEvents(world.connection, 5_000, '2027-01-15T00:00:00Z');
      await seedCalendars(world.runtime, workspaceId);
      if (isControl)
        for (const trigger of ['availability_update', 'availability_update_before'])
          await world.query(`drop trigger ${trigger} on event_host`);
      const pages = [1, 2, 3, 4].map((host) => ({ ownerSlug: `host-${host}`, eventTypeSlug: 'call' }));
      const options = { workspaceId, pages, writers, readers, seed };
      const { stale, ...counts } = await compareUnderWrites(world.runtime, {
        ...options,
        comparisons: isControl ? 4_000 : comparisons,
      });
      const isConclusive = Math.min(counts.changed, counts.hits, counts.rollbacks) > 0;
      return {
        faults: {},
        operations: { ok: isConclusive ? counts.compared : 0, refused: 0, unknown: 0 },
        figures: counts,
        wrong: stale.map((page) => `Stale: ${JSON.stringify(page)}`),
      };
    }),
};

import { loadHosts } from '../bench/parts/calendar.ts';
import { compareOffers } from '../server/test/offered-times.ts';
import { seedCalendars } from '../server/test/stale-pages.ts';
import { seedSubscriptions } from '../server/test/webhook-parts.ts';
import type { Scenario } from './scenario.ts';
import { runOnWorld } from './world.ts';

/** Workers have hosts of their own, so that they do not wait for each other. */
const hostsEach = 3;

/** Lists, explains and books times of random pages, and compares each answer with a second opinion. */
export const offeredScenario: Scenario = {
  claim:
    'What a page lists can be booked, what it does not list is refused, and explaining agrees with both.',
  control: 'nobody knows when a time was taken, so that every booking counts as new',
  kind: 'comparison',
  rounds: 1,
  numbers: { days: 3_000, workers: 2 },
  smoke: { days: 5, workers: 1 },
  run: ({ seed, isControl, isSmoke, log, numbers: { days = 0, workers = 1 } }) =>
    runOnWorld(async (world) => {
      const [company] = await seedSubscriptions(world, 1, ['http://127.0.0.1:9/nobody']);
      if (!company) throw new Error('No company.');
      const { workspaceId } = company;
      await loadHosts(world.connection, workspaceId, workers * hostsEach);
      await seedCalendars(world.runtime, workspaceId);
      if (isControl) await forgetWhen(world.query);
      const pageDays = Math.ceil((isControl ? Math.min(days, 60) : days) / workers);
      const found = await Promise.all(
        Array.from({ length: workers }, (_, worker) => {
          const hostNumbers = Array.from({ length: hostsEach }, (__, n) => worker * hostsEach + n + 1);
          return compareOffers(world.runtime, {
            ...{ workspaceId, pageDays, seed: seed + worker, hostNumbers },
            onPageDay: (done) => void (done % 100 === 0 && log(`  worker ${worker + 1}: ${done} page-days`)),
          });
        }),
      );
      const sum = (name: 'pageDays' | 'listed' | 'wasListed' | 'taken' | 'never') =>
        found.reduce((total, each) => total + each[name], 0);
      const figures = { pageDays: sum('pageDays'), listed: sum('listed'), wasListed: sum('wasListed') };
      const isConclusive =
        isSmoke || Math.min(sum('listed'), sum('wasListed'), sum('taken'), sum('never')) > 0;
      return {
        faults: {},
        operations: {
          ok: isConclusive ? figures.listed + figures.wasListed : 0,
          refused: sum('taken') + sum('never'),
          unknown: 0,
        },
        figures: { ...figures, taken: sum('taken'), never: sum('never') },
        wrong: found.flatMap(({ wrong }) => wrong),
      };
    }),
};

async function forgetWhen(query: (text: string) => Promise<unknown>): Promise<void> {
  await query(`create function forget_when() returns trigger language plpgsql as
    'begin new.taken_at := ''infinity''; return new; end'`);
  await query(
    'create trigger forget_when before insert on event_host for each row execute function forget_when()',
  );
}

import { buildScenario } from '../bookings.ts';
import { openPatroni, type PatroniDatabase } from './cluster.ts';
import { patroniFaults } from './faults.ts';
import { isSafe } from './programs.ts';

/** `--patroni DIR` takes the Patroni of a folder instead of Debian's. */
export const patroniScenario = buildScenario<PatroniDatabase>({
  claim:
    'In a synchronous cluster under Patroni no acknowledged booking is lost or sold twice, whatever happens to its nodes.',
  control: 'the cluster is asynchronous',
  rounds: 33,
  controlRounds: 11,
  texts: { patroni: '' },
  async openDatabase({ isControl, texts, log }) {
    const database = await openPatroni(texts['patroni'] ?? '', !isControl);
    log(`  Patroni ${database.version}`);
    return database;
  },
  findDoubt: ({ version }) =>
    isSafe(version) ? undefined : `Patroni ${version} loses acknowledged bookings; use 3.0.3 or later`,
  faults: patroniFaults,
  settle: (database) => database.waitUntilWhole(),
});

import { provideProgram } from '../server/test/debian.ts';
import { buildScenario } from './bookings.ts';
import { openDatabase, type Database } from './database.ts';
import { pgBouncer, startPooler, type Pooler } from './pooler.ts';

interface PooledDatabase extends Database {
  readonly pooler: Pooler;
}

export const pooled = buildScenario<PooledDatabase>({
  claim:
    'The same holds with PgBouncer in transaction mode between servers and PostgreSQL, which is killed, too.',
  rounds: 20,
  async openDatabase() {
    const missing = await provideProgram(pgBouncer);
    if (missing) throw new Error(`Not tested: ${missing}`);
    const database = await openDatabase();
    const pooler = await startPooler(database);
    return {
      ...database,
      pooler,
      poolerUrl: pooler.url,
      async close() {
        await pooler.close();
        await database.close();
      },
    };
  },
  faults: {
    async 'kill -9 of PgBouncer'({ database }) {
      const killedMs = performance.now();
      await database.pooler.replace();
      return killedMs;
    },
    async 'kill -9 of PostgreSQL'({ database }) {
      const killedMs = performance.now();
      await database.kill();
      return killedMs;
    },
  },
});

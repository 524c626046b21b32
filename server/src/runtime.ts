import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Runtime } from './platform/context.ts';
import { openPool, type Connection } from './platform/db/connect.ts';
import { createLog } from './platform/log.ts';
import { reactionsFrom } from './platform/reactions.ts';
import { createOutbound } from './platform/safe-fetch/safe-fetch.ts';
import { openSecrets } from './platform/secrets.ts';
import { reactions } from './slices.ts';

/** What the process has, on a database that is up to date. Whoever opens it ends its pool. */
export async function openRuntime(
  config: Config,
  connection: Connection,
  restrictRole: boolean,
): Promise<Runtime> {
  const pool = openPool(connection, config.databasePool);
  return {
    config,
    database: { pool, restrictRole },
    secrets: await openSecrets(config, pool),
    outbound: createOutbound(config),
    clock: systemClock,
    log: createLog(config.logLevel),
    reactions: reactionsFrom(reactions),
  };
}

import { findCollectionProblem } from './payments/public.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Runtime } from './platform/context.ts';
import { openPools, type Connection } from './platform/db/connect.ts';
import { createDomains } from './platform/domains.ts';
import { createLoadCounter } from './platform/directory/load.ts';
import { createRequestQueue } from './platform/db/request-queue.ts';
import { createLog } from './platform/log.ts';
import { buildReactions } from './platform/reactions.ts';
import { createOutbound } from './platform/safe-fetch/safe-fetch.ts';
import { openSecrets } from './platform/secrets.ts';
import { reactions } from './slices.ts';

/** What the process has, on a database that is up to date. The caller closes its pools. */
export async function openRuntime(
  config: Config,
  connection: Connection,
  restrictRole: boolean,
): Promise<Runtime> {
  const pools = openPools(connection, config);
  const queue = createRequestQueue({ concurrency: config.databasePool, length: config.databaseQueue });
  return {
    config,
    pools,
    database: {
      pool: pools.requests,
      restrictRole,
      queue,
      isPooled: config.poolerUrl !== undefined,
      isCell: config.cell !== undefined,
    },
    ...(pools.directory &&
      config.cell && {
        directory: { pool: pools.directory, cell: config.cell.name, load: createLoadCounter() },
      }),
    ...(pools.replica &&
      config.replica && {
        replica: { pool: pools.replica, restrictRole, maxLagMs: config.replica.maxLagMs },
      }),
    secrets: await openSecrets(config, pools.requests),
    outbound: createOutbound(config),
    domains: createDomains(pools.probe, config.publicUrl),
    clock: systemClock,
    log: createLog(config.logLevel),
    reactions: buildReactions(reactions),
    whyNotCollected: findCollectionProblem,
  };
}

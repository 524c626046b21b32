import { createLog, type Log } from '../platform/log.ts';
import type { Config } from '../platform/config.ts';
import { closePools, openDirectoryPool, type Pool } from '../platform/db/connect.ts';
import { backlog } from '../platform/http/accept.ts';
import { migrateDirectory, requireCompatibleCells } from '../platform/directory/directory.ts';
import { StartError } from '../platform/start-error.ts';
import { createRouter } from './router.ts';

/** Starts a router, which needs the directory but no database of its own. Returns how to stop it. */
export async function startRouter(config: Config): Promise<() => Promise<void>> {
  const pool = openDirectoryPool(config.directoryUrl ?? '');
  const log = createLog(config.logLevel);
  await joinCells(config, pool, log);
  const app = createRouter({ config, log, pool });
  await app.listen({ host: config.host, port: config.port, backlog });
  return async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), 20);
    await app.close();
    clearInterval(sweep);
    await closePools([pool]);
  };
}

/** A router also starts without the directory, and asks it later. */
async function joinCells({ directoryUrl = '' }: Config, pool: Pool, log: Log): Promise<void> {
  try {
    await migrateDirectory(directoryUrl);
    await requireCompatibleCells(pool);
  } catch (error) {
    if (!(error instanceof StartError)) return log.warn({ err: error }, 'directory not reached');
    await closePools([pool]);
    throw error;
  }
}

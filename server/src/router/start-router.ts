import { createLog } from '../platform/log.ts';
import type { Config } from '../platform/config.ts';
import { closePools, openDirectoryPool } from '../platform/db/connect.ts';
import { backlog } from '../platform/http/accept.ts';
import { createRouter } from './router.ts';

/** Starts a router, which needs the directory but no database of its own. Returns how to stop it. */
export async function startRouter(config: Config): Promise<() => Promise<void>> {
  const pool = openDirectoryPool(config.directoryUrl ?? '');
  const app = createRouter({ config, log: createLog(config.logLevel), pool });
  await app.listen({ host: config.host, port: config.port, backlog });
  return async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), 20);
    await app.close();
    clearInterval(sweep);
    await closePools([pool]);
  };
}

import { readConfig, type Config } from '../src/platform/config.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import type { Reactions, Runtime } from '../src/platform/context.ts';
import type { Connection } from '../src/platform/db/connect.ts';
import type { Database } from '../src/platform/db/transaction.ts';
import { createLog, type Log } from '../src/platform/log.ts';
import { reactionsFrom } from '../src/platform/reactions.ts';
import { createOutbound } from '../src/platform/safe-fetch/safe-fetch.ts';
import { secretsWith } from '../src/platform/secrets.ts';
import { reactions } from '../src/slices.ts';

/** The token of Mara, who owns the demo company. It has every scope. */
export const ownerToken = 'test-token-of-the-owner-of-the-demo-company';

export const productReactions = reactionsFrom(reactions);

interface Given {
  readonly config?: Partial<Config>;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly reactions?: Reactions;
}

export function testRuntime(
  database: Database,
  { config, clock = systemClock, log = createLog('silent'), reactions: given = productReactions }: Given = {},
): Runtime {
  const whole: Config = {
    ...readConfig({
      BOOTSTRAP_TOKEN: ownerToken,
      RATE_LIMIT: 'off',
      NODE_ENV: 'test',
      GOOGLE_CLIENT_ID: 'daybook',
      GOOGLE_CLIENT_SECRET: 'of no use to anyone',
      // Nobody listens there.
      STRIPE_API_URL: 'http://127.0.0.1:9',
    }),
    ...config,
  };
  const { pool } = database;
  return {
    config: whole,
    outbound: createOutbound(whole),
    database,
    pools: { requests: pool, worker: pool, webhooks: pool, probe: pool },
    secrets: secretsWith(Buffer.alloc(32, 'test')),
    clock,
    log,
    reactions: given,
  };
}

/** The same server, another database. */
export function inDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${database}`;
  return url.toString();
}

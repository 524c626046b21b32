import { readConfig } from '../src/configuration.ts';
import { findCollectionProblem } from '../src/payments/public.ts';
import type { Config } from '../src/platform/config.ts';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import type { Reactions, Runtime } from '../src/platform/context.ts';
import type { Connection } from '../src/platform/db/connect.ts';
import type { Database } from '../src/platform/db/transaction.ts';
import { createDomains } from '../src/platform/domains.ts';
import { createLog, type Log } from '../src/platform/log.ts';
import { buildReactions } from '../src/platform/reactions.ts';
import { createOutbound } from '../src/platform/safe-fetch/safe-fetch.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import type { Settings } from '../src/platform/settings.ts';
import { reactions } from '../src/slices.ts';

/** The token of Mara, who owns the demo company. It has every scope. */
export const ownerToken = 'test-token-of-the-owner-of-the-demo-company';

/** The error of an effect that `createWorld` has planted, which tells it from a real one. */
export const plantedFailure = 'planted';

export const productReactions = buildReactions(reactions);

export type GivenSettings = readonly [Settings<unknown>, unknown];

export function pairSettings<Value>(declared: Settings<Value>, value: Value): GivenSettings {
  return [declared, value];
}

/** A runtime for which providers read something else of the environment. */
export function withSettings(runtime: Runtime, ...settings: readonly GivenSettings[]): Runtime {
  const { config } = runtime;
  return { ...runtime, config: { ...config, settings: new Map([...config.settings, ...settings]) } };
}

interface RuntimeOptions {
  readonly config?: Partial<Config>;
  /** What providers read of the environment, instead of that. */
  readonly settings?: readonly GivenSettings[];
  readonly clock?: Clock;
  readonly log?: Log;
  readonly reactions?: Reactions;
}

export function createTestRuntime(
  database: Database,
  {
    config,
    settings = [],
    clock = systemClock,
    log = createLog('silent'),
    reactions: given = productReactions,
  }: RuntimeOptions = {},
): Runtime {
  const base = readConfig({
    BOOTSTRAP_TOKEN: ownerToken,
    RATE_LIMIT: 'off',
    NODE_ENV: 'test',
    GOOGLE_CLIENT_ID: 'daybook',
    GOOGLE_CLIENT_SECRET: 'of no use to anyone',
    // Nobody listens there.
    STRIPE_API_URL: 'http://127.0.0.1:9',
    MOLLIE_API_URL: 'http://127.0.0.1:9',
  });
  const whole: Config = { ...base, ...config, settings: new Map([...base.settings, ...settings]) };
  const { pool } = database;
  return {
    config: whole,
    outbound: createOutbound(whole),
    domains: createDomains(pool, whole.publicUrl),
    database,
    pools: { requests: pool, worker: pool, webhooks: pool, probe: pool },
    secrets: createSecrets(Buffer.alloc(32, 'test')),
    clock,
    log,
    reactions: given,
    whyNotCollected: findCollectionProblem,
  };
}

/** The same server, another database. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${database}`;
  return url.toString();
}

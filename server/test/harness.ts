import type { Scope } from '@daybook/contract/scopes';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import type { Clock } from '../src/platform/clock.ts';
import type { Config } from '../src/platform/config.ts';
import type { LaterReaction, Reactions, Runtime } from '../src/platform/context.ts';
import { openPool, type Connection } from '../src/platform/db/connect.ts';
import { transact } from '../src/platform/db/transaction.ts';
import { runDueEffects } from '../src/platform/effects.ts';
import { createApp } from '../src/platform/http/app.ts';
import type { Log } from '../src/platform/log.ts';
import type { Endpoint } from '../src/platform/http/serve.ts';
import { listFailed } from '../src/platform/outbox.ts';
import { endpoints, sites } from '../src/slices.ts';
import { cloneDatabase } from './databases.ts';
import { isRowSecurityBypassed } from './postgres.ts';
import { removeWalls } from './walls.ts';
import {
  ownerToken,
  plantedFailure,
  productReactions,
  createTestRuntime,
  type GivenSettings,
} from './runtime.ts';

// oxlint-disable-next-line no-explicit-any -- a body is whatever the wire says; tests assert what matters
type Body = any;

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly headers: Record<string, string | string[] | number | undefined>;
}

type Call = (path: string, body?: object, options?: CallOptions) => Promise<Answer>;

interface CallOptions {
  /** A token; null sends none. The owner's by default. */
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

/** A whole Daybook on a database of its own, with the demo company in it. One per test file. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly runtime: Runtime;
  readonly connection: Connection;
  get(path: string, options?: CallOptions): Promise<Answer>;
  readonly post: Call;
  readonly put: Call;
  readonly patch: Call;
  readonly delete: Call;
  inject(options: InjectOptions): Promise<Answer>;
  /** Runs what follows from all that was published. After a request that writes this has been done, unless turned off. */
  runEffects(): Promise<void>;
  /** Events that were published and committed, with `recordEvents`, once their effects have run. */
  readonly published: readonly { readonly name: string; readonly payload: Body }[];
  /** A token of a user with just these scopes. */
  tokenOf(email: string, scopes: readonly Scope[]): Promise<string>;
}

interface Options {
  readonly config?: Partial<Config>;
  readonly settings?: readonly GivenSettings[];
  readonly clock?: Clock;
  readonly log?: Log;
  readonly endpoints?: readonly Endpoint[];
  readonly reactions?: Reactions;
  readonly recordEvents?: boolean;
  /** Effects run when the test says so (`runEffects`), instead of after each request that writes. */
  readonly manualEffects?: boolean;
}

/** Declares the app for this test file; it is there once the tests run. */
export function useApp(options: Options = {}): TestApp {
  const holder = {} as { test: TestApp; close: () => Promise<void> };
  beforeAll(async () => {
    Object.assign(holder, await openApp(options));
  });
  afterAll(() => holder.close());
  return new Proxy({} as TestApp, { get: (_, name) => holder.test[name as keyof TestApp] });
}

async function openApp(options: Options): Promise<{ test: TestApp; close: () => Promise<void> }> {
  const { connection, drop } = await cloneDatabase();
  const pool = openPool(connection, 20);
  const restrictRole = await isRowSecurityBypassed(connection);
  await removeWalls(pool);
  // Tests read and write rows of every workspace. A login under row level security must ask for that.
  if (!restrictRole) pool.on('connect', (client) => void client.query(`set daybook.workspace = '*'`));
  const published: { name: string; payload: Body }[] = [];
  const observed = observe(options.recordEvents ? recordingReactions(published) : productReactions);
  const alone = createTestRuntime({ pool, restrictRole }, { reactions: observed.reactions, ...options });
  const { runtime, app, router, ...served } = await serveTests(alone, options.endpoints ?? endpoints);
  const close = async () => {
    await served.close();
    await pool.end();
    await drop();
  };
  const test = testApp(app, runtime, connection, { published, observed, sender: router ?? app, ...options });
  return { test, close };
}

interface Serving {
  readonly runtime: Runtime;
  readonly app: FastifyInstance;
  /** With `CELLS`, through which all requests go. */
  readonly router?: FastifyInstance;
  close(): Promise<unknown>;
}

async function serveTests(runtime: Runtime, served: readonly Endpoint[]): Promise<Serving> {
  if (process.env['CELLS']) return (await import('./cells.ts')).openBehindRouter(runtime, served);
  const app = await createApp(runtime, served, sites);
  return { runtime, app, close: () => app.close() };
}

function testApp(
  app: FastifyInstance,
  runtime: Runtime,
  connection: Connection,
  {
    published,
    observed,
    sender,
    manualEffects = false,
  }: Options & Pick<TestApp, 'published'> & { observed: ObservedReactions; sender: FastifyInstance },
): TestApp {
  const send = async (options: InjectOptions): Promise<Answer> => {
    const response = await sender.inject(options);
    if (!manualEffects && observed.hasEffects()) await runAllEffects(runtime, manualEffects);
    const text = response.body;
    const json = String(response.headers['content-type']).startsWith('application/json') && text !== '';
    return { status: response.statusCode, body: json ? JSON.parse(text) : text, headers: response.headers };
  };
  const call =
    (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'): Call =>
    (path, body, options = {}) =>
      send({ method, url: `/v2${path}`, headers: headersOf(options), ...(body && { payload: body }) });
  const test: TestApp = {
    app,
    runtime,
    connection,
    get: (path, options = {}) => send({ method: 'GET', url: `/v2${path}`, headers: headersOf(options) }),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    inject: send,
    published,
    runEffects: () => runAllEffects(runtime, manualEffects),
    async tokenOf(userEmail, scopes) {
      const { status, body } = await test.post('/tokens', { name: 'test', scopes, userEmail });
      if (status !== 201) throw new Error(`No token for ${userEmail}: ${JSON.stringify(body)}`);
      return body.token as string;
    },
  };
  return test;
}

/** Until nothing is due, even if others run some at the same moment. One that fails is a mistake, unless a test wants it to. */
async function runAllEffects(runtime: Runtime, mayFail: boolean): Promise<void> {
  let haveRun = false;
  while (await hasDueEffects(runtime)) {
    await runDueEffects(runtime);
    haveRun = true;
  }
  if (mayFail || !haveRun) return;
  const failures = await transact(runtime.database, '*', (db) => listFailed(db, 10));
  // One without an error has never run: a test wrote it as failed.
  const failed = failures.find(({ error }) => error !== null && error !== plantedFailure);
  if (failed) throw new Error(`An effect of ${failed.name} failed: ${failed.error}`);
}

/** After nearly every request there are none, so this is one statement and no transaction. */
async function hasDueEffects({ database: { pool } }: Runtime): Promise<boolean> {
  const due = 'select from outbox where failed_at is null and run_at <= clock_timestamp() limit 1';
  return (await pool.query(due)).rowCount === 1;
}

interface ObservedReactions {
  readonly reactions: Reactions;
  /** Whether something with effects has ever been published. */
  hasEffects(): boolean;
}

/** The tests of many files publish nothing that has effects, and need not look for any. */
function observe(reactions: Reactions): ObservedReactions {
  let hasEffects = false;
  return {
    reactions: {
      to(name) {
        const effects = reactions.to(name);
        hasEffects ||= (effects?.later.length ?? 0) > 0;
        return effects;
      },
    },
    hasEffects: () => hasEffects,
  };
}

/** The product's reactions, and one more to every event, which notes it. */
function recordingReactions(published: { name: string; payload: Body }[]): Reactions {
  return {
    to(name) {
      const { later = [], ...others } = productReactions.to(name) ?? {};
      const note: LaterReaction = async (_, events) => {
        published.push(...events.map(({ payload }) => ({ name, payload })));
      };
      return { payload: z.unknown(), now: [], nowBatch: [], ...others, later: [...later, ['test', note]] };
    },
  };
}

/** The same app to somebody else: calls without a token have theirs. */
export function withToken(app: TestApp, token: string): TestApp {
  const as =
    (call: Call): Call =>
    (path, body, options = {}) =>
      call(path, body, { token, ...options });
  return {
    ...app,
    app: app.app,
    runtime: app.runtime,
    inject: app.inject,
    runEffects: app.runEffects,
    get: (path, options = {}) => app.get(path, { token, ...options }),
    post: as(app.post),
    put: as(app.put),
    patch: as(app.patch),
    delete: as(app.delete),
  };
}

function headersOf({ token = ownerToken, headers = {} }: CallOptions): Record<string, string> {
  return { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers };
}

// What bench/webhooks.ts, chaos/webhooks.ts and a test are made of: a PostgreSQL with fsync on, a company, a receiver and
// a deliverer, each in a process of its own.

import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { createWorkspace } from '../src/identity/public.ts';
import { createSystemActor } from '../src/platform/auth/actor.ts';
import { readConfig } from '../src/configuration.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../src/platform/context.ts';
import { closePools, type Connection } from '../src/platform/db/connect.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import type { WorkspaceId } from '../src/platform/db/workspace-id.ts';
import { startEmbedded } from '../src/platform/embedded/embedded.ts';
import { generateUuid } from '../src/platform/ids.ts';
import { createSecrets, type Secrets } from '../src/platform/secrets.ts';
import { openRuntime } from '../src/runtime.ts';
import { isRowSecurityBypassed } from './postgres.ts';

const secretKey = 'a key for measuring only, forty characters';

export function createConfig(): ReturnType<typeof readConfig> {
  return readConfig({
    OUTBOUND_ALLOW: '127.0.0.0/8',
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'warn',
    DATABASE_POOL: '12',
  });
}

/** The key that encrypts secrets in all of these processes. */
export function createSharedSecrets(): Secrets {
  return createSecrets(createHash('sha256').update(secretKey).digest());
}

/** Something that happens while processes are killed, as a row of the transaction in which it does. */
export async function insertMarker(ctx: Ctx, key: string): Promise<void> {
  await ctx.db
    .insertInto('counter')
    .values({ workspace_id: ctx.workspaceId, name: `chaos ${key}`, value: 1 })
    .execute();
}

/** The keys of all that has happened. */
export const allHappened = `select substr(name, 7) as key from counter where name like 'chaos %'`;

export interface World {
  readonly connection: Connection;
  readonly runtime: Runtime;
  query<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** A real PostgreSQL, durable as it would be in use. */
export async function openWorld(): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'daybook-webhooks-'));
  const postgres = await startEmbedded({ dataDir });
  const { restrictRole } = await migrate(postgres.connection);
  const runtime = await openRuntime(createConfig(), postgres.connection, restrictRole);
  return {
    connection: postgres.connection,
    runtime,
    async query<T>(text: string, values: unknown[] = []) {
      return (await runtime.database.pool.query(text, values)).rows as T[];
    },
    async close() {
      await runtime.outbound.close();
      await closePools(Object.values(runtime.pools));
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function openRuntimeOn(connection: Connection): Promise<Runtime> {
  return openRuntime(createConfig(), connection, await isRowSecurityBypassed(connection));
}

export interface Subscription {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
}

/** Companies with subscriptions, written directly into tables before anything is measured. */
export async function seedSubscriptions(
  { runtime }: Pick<World, 'runtime'>,
  workspaces: number,
  urls: readonly string[],
): Promise<Subscription[]> {
  const planted: Subscription[] = [];
  for (let at = 0; at < workspaces; at += 1) {
    const owner = {
      email: `o${at}@x.example`,
      firstName: 'O',
      lastName: 'X',
      timezone: 'UTC',
      language: 'en',
    };
    const { workspaceId, memberId } = await companyOf(runtime, owner);
    await runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
      for (const url of urls.filter((_, index) => index % workspaces === at)) {
        const id = generateUuid();
        await ctx.db
          .insertInto('webhook')
          .values({
            workspace_id: workspaceId,
            id,
            member_id: memberId,
            callback_url: url,
            scope: 'organization',
            events: ['invitee.scheduled', 'invitee.cancelled'],
            secret_sealed: ctx.secrets.seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
            token_sealed: ctx.secrets.seal('a token of the receiver'),
          })
          .execute();
        planted.push({ workspaceId, id });
      }
    });
  }
  return planted;
}

type Owner = Parameters<typeof createWorkspace>[1]['owner'];

async function companyOf(
  runtime: Runtime,
  owner: Owner,
): Promise<{ workspaceId: WorkspaceId; memberId: string }> {
  await createWorkspace(runtime, { name: owner.email, timezone: 'UTC', owner });
  const { rows } = await runtime.database.pool.query(
    'select workspace_id as "workspaceId", id as "memberId" from member where email = $1',
    [owner.email],
  );
  return rows[0];
}

export interface Child {
  readonly process: ChildProcess;
  ask<T>(question: object): Promise<T>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a part in a process of its own, and waits until it is ready. */
export async function startChild(file: string, args: readonly string[]): Promise<Child> {
  // Imported here, since the bundle holds this file as well.
  const { bundleSource } = await import('./bundle.ts');
  const child = fork(await bundleSource(file), [...args], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.setMaxListeners(0);
  const answers = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error(`${args[0]} ended`));
      child.once('exit', ended);
      child.once('message', (answer) => {
        child.off('exit', ended);
        resolve(answer);
      });
    });
  await answers();
  return {
    process: child,
    ask<T>(question: object) {
      const answer = answers() as Promise<T>;
      child.send(question);
      return answer;
    },
    kill: (signal = 'SIGKILL') =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill(signal);
      }),
  };
}

export interface Report {
  readonly received: number;
  readonly latenciesMs: number[];
  readonly ids: Record<string, number>;
}

/** A receiver that answers 2xx at once; at `/hole` it reads everything and never answers. Run by a child process. */
export async function runReceiver(): Promise<void> {
  let received = 0;
  let latenciesMs: number[] = [];
  const ids = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url?.startsWith('/hole')) return;
      received += 1;
      const text = Buffer.concat(chunks).toString();
      const at = /"at":(\d+)/.exec(text)?.[1];
      if (at) latenciesMs.push(Date.now() - Number(at));
      const key = /"key":"([^"]+)"/.exec(text)?.[1];
      const id = `${key ?? ''} ${String(request.headers['webhook-id'])}`;
      if (key) ids.set(id, (ids.get(id) ?? 0) + 1);
      response.end('ok');
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  process.on('message', (question: { clear?: boolean; ids?: boolean; port?: boolean }) => {
    if (question.port) return void process.send?.(port);
    process.send?.({
      received,
      latenciesMs,
      ids: question.ids ? Object.fromEntries(ids) : {},
    } satisfies Report);
    if (question.clear) {
      received = 0;
      latenciesMs = [];
      ids.clear();
    }
  });
  process.send?.('ready');
}

/** The body of a delivery without the time at its end: about 1.5 kB, like that of a booking. */
export const bodyStart = `{"event":"invitee.scheduled","filler":"${'x'.repeat(1_450)}","at":`;

/** The most that the machine can do: the same bytes and headers without claims, signatures and logs. */
export function runBare(): void {
  process.on('message', async ({ url, count }: { url: string; count: number }) => {
    const { origin, pathname } = new URL(url);
    const pool = new Pool(origin, { connections: 64, pipelining: 1 });
    const body = `${bodyStart}${Date.now()}}`;
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'x',
      'webhook-signature': 'y',
      token: 'z',
    };
    let left = count;
    const startedMs = performance.now();
    const one = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
        await answer.body.dump();
      }
    };
    await Promise.all(Array.from({ length: 64 }, one));
    process.send?.(count / ((performance.now() - startedMs) / 1000));
  });
  process.send?.('ready');
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

export function parseNumberArgument(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? fallback : Number(process.argv[at + 1]);
}

import {
  startServer,
  stopProgram,
  pollUntil,
  type Server,
  type Variables,
} from '../server/test/process/daybook.ts';
import { loadHosts } from '../bench/parts/calendar.ts';
import { createClock, type ProcessClock } from './clock.ts';
import type { Database } from './database.ts';
import { startProxy, type Proxy } from './proxy.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import type { Plan } from './scenario.ts';

/** Servers and a worker on one PostgreSQL, each as a process of its own, with proxies on every way between them. */
export interface Cluster {
  readonly database: Database;
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];
  /** Of the webhooks of all bookings. */
  readonly receiver: Receiver;
  close(): Promise<void>;
}

/** A process of the cluster. */
export interface Member {
  /** At which callers reach it, through `front`, whatever port the process has at the moment. */
  readonly url: string;
  readonly front: Proxy;
  /** On its way to the database. */
  readonly back: Proxy;
  readonly pid: number;
  /** Where the cluster was opened with clocks that can jump. */
  readonly clock?: ProcessClock | undefined;
  /** Ends it by kill -9, and starts another one in its place. */
  replace(): Promise<void>;
  close(): Promise<void>;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
}

/** `status` 0: no answer came. */
export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line no-explicit-any -- whatever the wire says
  readonly body: any;
}

const ownerToken = 'the-token-of-the-owner-of-a-cluster-under-faults';
const answerLimitMs = 15_000;

interface Parts {
  readonly apis?: number;
  readonly workers?: number;
  /** Of the environment of every process. */
  readonly variables?: Variables;
  /** The libfaketime through which each process has a clock of its own. */
  readonly faketime?: string | undefined;
}

export async function openCluster(
  database: Database,
  { apis = 2, workers = 1, variables = {}, faketime }: Parts = {},
): Promise<Cluster> {
  const receiver = await startReceiver();
  const members: Member[] = [];
  const add = async (role: 'web' | 'worker') => {
    const member = await startMember(database, { ROLE: role, ...variables }, faketime);
    members.push(member);
    return member;
  };
  const cluster: Cluster = {
    database,
    apis: [],
    workers: [],
    receiver,
    async close() {
      await Promise.all(members.map((member) => member.close()));
      await receiver.close();
      await database.close();
    },
  };
  try {
    // One after the other: the first one migrates.
    const web = [await add('web')];
    while (web.length < apis) web.push(await add('web'));
    const background = await Promise.all(Array.from({ length: workers }, () => add('worker')));
    await loadHosts(database.connection);
    await createRecord(web[0] as Member, '/v2/webhooks', {
      callbackUrl: receiver.url,
      events: ['invitee.scheduled', 'invitee.cancelled'],
      scope: 'organization',
    });
    return { ...cluster, apis: web, workers: background };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

async function startMember(database: Database, variables: Variables, faketime?: string): Promise<Member> {
  const clock = faketime === undefined ? undefined : createClock(faketime);
  const { user, password, database: name } = database.connection;
  const back = await startProxy(database.target);
  const start = () =>
    startServer({
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${back.port}/${name}`,
      BOOTSTRAP_TOKEN: ownerToken,
      SECRET_KEY: 'the key of all processes of a cluster under faults',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      SEED: 'empty',
      LOG_LEVEL: 'silent',
      ...(database.poolerUrl && { DATABASE_POOLER_URL: database.poolerUrl }),
      ...clock?.variables,
      ...variables,
    });
  let server: Server = await start();
  const front = await startProxy(() => ({ host: '127.0.0.1', port: Number(new URL(server.url).port) }));
  return {
    url: `http://127.0.0.1:${front.port}`,
    front,
    back,
    clock,
    get pid() {
      return server.child.pid ?? 0;
    },
    async replace() {
      await stopProgram(server, 'SIGKILL');
      server = await start();
    },
    async close() {
      await stopProgram(server, 'SIGKILL');
      await Promise.all([front.close(), back.close()]);
      clock?.close();
    },
  };
}

/** Before any fault. A busy machine may need more than one attempt. */
export async function createRecord(api: Member, path: string, body: object): Promise<void> {
  const key = `create ${path} ${JSON.stringify(body)
    .slice(0, 100)
    .replaceAll(/[^ -~]/g, '')}`;
  await pollUntil(async () => {
    const answer = await sendRequest(api, { method: 'POST', path, body, key });
    if (answer.status === 201) return true;
    if (answer.status > 0) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return undefined;
  }, 60_000);
}

export async function sendRequest({ url }: Pick<Member, 'url'>, request: Request): Promise<Answer> {
  const { method, path, body, key } = request;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ownerToken}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerLimitMs),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: await (isJson ? response.json() : response.text()) };
  } catch {
    return { status: 0, body: undefined };
  }
}

/** To one of the servers, as a load balancer would. */
export function sendToAnyServer({ apis }: Cluster, plan: Plan, request: Request): Promise<Answer> {
  return sendRequest(apis[plan.random(apis.length)] as Member, request);
}

/** Waits until all that was committed has had its effects. */
export async function waitUntilDrained({ database }: Cluster): Promise<void> {
  // What a killed worker was sending is due when its lease ends: let that time pass.
  await database.query(`update webhook_delivery set due_at = now() where status = 'sending'`);
  const open = `select 1 from outbox union all select 1 from webhook_delivery where finished_at is null limit 1`;
  await pollUntil(async () => ((await database.query(open)).length === 0 ? true : undefined), 120_000);
}

import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { hashSecret } from '../auth/token.ts';
import type { Config } from '../config.ts';
import type { Runtime } from '../context.ts';
import type { Pool } from '../db/connect.ts';
import type { Database } from '../db/transaction.ts';
import { readOutboxState } from '../outbox.ts';
import { notFound } from '../problems.ts';
import { countUnhandledRejections } from '../unhandled-errors.ts';
import { createReadiness } from './readiness.ts';

export interface Metrics {
  observe(method: string, route: string, status: number, seconds: number): void;
}

/** Health, readiness and metrics. None of it needs a connection from the pool of requests. */
export function serveOps(app: FastifyInstance, runtime: Runtime): Metrics {
  app.get('/healthz', () => ({ status: 'ok' }));

  const findReadiness = createReadiness(runtime.pools.probe);
  app.get('/readyz', async (_request, reply) => {
    const report = await findReadiness();
    return reply.status(report.status === 'ready' ? 200 : 503).send(report);
  });

  const registry = new Registry();
  const { cell } = runtime.config;
  if (cell) registry.setDefaultLabels({ cell: cell.name, region: cell.region });
  collectDefaultMetrics({ register: registry });
  // Gauges that are named like counters, which `promtool check metrics` refuses. The same by kind keep their names.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  app.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(request, runtime.config)) throw notFound('Route');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return instruments(registry, runtime);
}

export function canReadMetrics(
  request: FastifyRequest,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (metricsToken && given) return isSameSecret(metricsToken, given);
  return isLocal(request, publicUrl);
}

/** Whether a program on this machine asks, or one that has the token: some can send it only in the URL. */
export function canReadInternals(
  request: FastifyRequest,
  { metricsToken }: Config,
  given: string | undefined,
): boolean {
  if (metricsToken && given) return isSameSecret(metricsToken, given);
  return isDirect(request);
}

function isSameSecret(expected: string, given: string): boolean {
  return timingSafeEqual(hashSecret(expected), hashSecret(given));
}

/**
 * Whether a request comes from this machine to a server that only this machine uses. Through a proxy here every visitor
 * comes from loopback, and not every proxy says so in a header: the name that was asked for, and ours, must be local too.
 */
export function isLocal(request: FastifyRequest, publicUrl: string): boolean {
  return isDirect(request) && isLocalName(new URL(publicUrl).hostname);
}

function isDirect(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': forwardedFor, forwarded, via } = request.headers;
  return (
    !(forwardedFor ?? forwarded ?? via) &&
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
    isLocalName(request.hostname)
  );
}

function isLocalName(host: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host.replace(/:\d+$/, ''));
}

function instruments(registry: Registry, { database, pools }: Runtime): Metrics {
  const registers = [registry];
  const duration = new Histogram({
    name: 'daybook_http_request_duration_seconds',
    help: 'Duration of requests by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const failures = new Counter({
    name: 'daybook_http_errors_total',
    help: 'Responses with status 500',
    registers,
  });
  new Gauge({
    name: 'daybook_database_connections',
    help: 'Connections of this process to the database, by pool and state',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, { totalCount, idleCount }] of Object.entries(pools) as [string, Pool][]) {
        this.set({ pool: name, state: 'open' }, totalCount);
        this.set({ pool: name, state: 'idle' }, idleCount);
      }
    },
  });
  const { queue } = database;
  new Gauge({
    name: 'daybook_requests_waiting',
    help: 'Requests waiting for a database connection: new ones and started ones',
    labelNames: ['priority'],
    registers,
    collect() {
      this.set({ priority: 'new' }, queue?.waiting.new ?? 0);
      this.set({ priority: 'started' }, queue?.waiting.started ?? 0);
    },
  });
  new Counter({
    name: 'daybook_requests_shed_total',
    help: 'Requests answered with 503 because too many others were waiting',
    registers,
    collect() {
      this.reset();
      this.inc(queue?.shed ?? 0);
    },
  });
  new Counter({
    name: 'daybook_unhandled_rejections_total',
    help: 'Unhandled promise rejections: each is a bug, see the log',
    registers,
    collect() {
      this.reset();
      this.inc(countUnhandledRejections());
    },
  });
  measureEffects(registers, { pool: pools.probe, restrictRole: database.restrictRole });
  return {
    observe(method, route, status, seconds) {
      duration.observe({ method, route, status }, seconds);
      if (status === 500) failures.inc();
    },
  };
}

/** Asked of the database at each reading, so that every process says the same. */
function measureEffects(registers: Registry[], database: Database): void {
  new Gauge({
    name: 'daybook_effects',
    help: 'Events whose effects are pending, being retried after a failure (retrying) or given up (failed)',
    labelNames: ['state'],
    registers,
    async collect() {
      const state = await readOutboxState(database).catch(() => undefined);
      for (const name of ['pending', 'retrying', 'failed'] as const) {
        this.set({ state: name }, state?.[name] ?? Number.NaN);
      }
    },
  });
  new Gauge({
    name: 'daybook_effects_lag_seconds',
    help: 'Age of the oldest event with pending effects',
    registers,
    async collect() {
      this.set(
        await readOutboxState(database).then(
          ({ lagSeconds }) => lagSeconds,
          () => Number.NaN,
        ),
      );
    },
  });
}

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from '../platform/config.ts';
import { sendProblem } from '../platform/http/errors.ts';
import { canReadMetrics } from '../platform/http/ops.ts';
import { notFound } from '../platform/problems.ts';

export interface RouterMetrics {
  /** How a cell answered; status 0 if it didn't. */
  observe(cell: string, status: number, seconds: number): void;
}

/** What the cells look like from here. */
export function serveMetrics(
  app: FastifyInstance,
  config: Pick<Config, 'metricsToken' | 'publicUrl'>,
): RouterMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const duration = new Histogram({
    name: 'daybook_router_request_duration_seconds',
    help: 'Time until a cell began to answer, by cell and status; status 0 if it did not answer',
    labelNames: ['cell', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  app.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(request, config)) return sendProblem(reply, notFound('Route'));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return { observe: (cell, status, seconds) => duration.observe({ cell, status }, seconds) };
}

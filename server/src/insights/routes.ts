import * as contract from '@daybook/contract/insights';
import type { EnvelopeValue } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import { readReplica } from '../platform/db/replica.ts';
import { serveReplica } from '../platform/http/serve-replica.ts';
import { serveStream, type Endpoint } from '../platform/http/serve.ts';
import { formatCsv, readInsight, type InsightQuery } from './read-insight.ts';
import type { Metric } from './store.ts';

export const insightsEndpoints: readonly Endpoint[] = [
  ...serveMetric('bookings', contract.countBookings, contract.exportBookings),
  ...serveMetric('cancellations', contract.countCancellations, contract.exportCancellations),
  ...serveMetric('no-shows', contract.countNoShows, contract.exportNoShows),
  ...serveMetric('lead-time', contract.measureLeadTime, contract.exportLeadTime),
  ...serveMetric('routing', contract.countSubmissions, contract.exportSubmissions),
  ...serveMetric('webhooks', contract.countDeliveries, contract.exportDeliveries),
  ...serveMetric('calls', contract.countCalls, contract.exportCalls),
];

/** The numbers, and the same as CSV. */
function serveMetric<J extends AnyRoute, C extends AnyRoute>(metric: Metric, json: J, csv: C): Endpoint[] {
  const queryOf = (input: Input<J> | Input<C>) => input.query as unknown as InsightQuery;
  return [
    serveReplica(
      json,
      async (ctx, input) => (await readInsight(ctx, metric, queryOf(input))) as EnvelopeValue<J['returns']>,
    ),
    serveStream(csv, async (runtime, actor, input, exchange) => {
      const found = await readReplica(runtime, actor, (ctx) => readInsight(ctx, metric, queryOf(input)));
      exchange.setHeader('content-disposition', `attachment; filename="${metric}.csv"`);
      return piece(formatCsv(found));
    }),
  ] as Endpoint[];
}

async function* piece(text: string): AsyncGenerator<string> {
  yield text;
}

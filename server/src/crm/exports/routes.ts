import * as contract from '@daybook/contract/crm-bulk';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Runtime } from '../../platform/context.ts';
import type { Exchange } from '../../platform/http/exchange.ts';
import { serveStream, type Endpoint } from '../../platform/http/serve.ts';
import { exportRecords } from './export-records.ts';

/** `/crm/people/export` needs a route of its own, or `export` would be taken for the id of a person. */
export const exportEndpoints: readonly Endpoint[] = [
  serveStream(contract.exportRecords, (runtime, actor, { params, query }, exchange) =>
    download(runtime, actor, params.objectSlug, query, exchange),
  ),
  serveStream(contract.exportPeople, (runtime, actor, { query }, exchange) =>
    download(runtime, actor, 'people', query, exchange),
  ),
  serveStream(contract.exportCompanies, (runtime, actor, { query }, exchange) =>
    download(runtime, actor, 'companies', query, exchange),
  ),
];

async function download(
  runtime: Runtime,
  actor: Actor,
  slug: string,
  query: { search?: string | undefined; sort?: string | undefined },
  exchange: Exchange,
): Promise<AsyncIterable<string>> {
  const csv = await exportRecords(runtime, actor, slug, query);
  exchange.setHeader('content-disposition', `attachment; filename="${slug}.csv"`);
  return csv;
}

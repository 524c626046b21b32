import * as contract from '@daybook/contract/crm-bulk';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Runtime } from '../../platform/context.ts';
import type { Exchange } from '../../platform/http/exchange.ts';
import { serveStream, type Endpoint } from '../../platform/http/serve.ts';
import { selectionFrom } from '../records/public.ts';
import { exportRecords, matchedBy, matchedByParams, type Exported } from './export-records.ts';

/** `/crm/people/export` needs routes of its own, or `export` would be taken for the id of a person. */
export const exportEndpoints: readonly Endpoint[] = [
  serveStream(contract.exportRecords, (runtime, actor, { params, query }, exchange) =>
    download(runtime, actor, params.objectSlug, listed(query), exchange),
  ),
  serveStream(contract.exportPeople, (runtime, actor, { query }, exchange) =>
    download(runtime, actor, 'people', listed(query), exchange),
  ),
  serveStream(contract.exportCompanies, (runtime, actor, { query }, exchange) =>
    download(runtime, actor, 'companies', listed(query), exchange),
  ),
  serveStream(contract.exportMatchingRecords, (runtime, actor, { params, body }, exchange) =>
    download(runtime, actor, params.objectSlug, matchedBy(body), exchange),
  ),
  serveStream(contract.exportMatchingPeople, (runtime, actor, { body }, exchange) =>
    download(runtime, actor, 'people', matchedBy(body), exchange),
  ),
  serveStream(contract.exportMatchingCompanies, (runtime, actor, { body }, exchange) =>
    download(runtime, actor, 'companies', matchedBy(body), exchange),
  ),
];

const listed = ({ fields, ...query }: { fields?: string | undefined; search?: string | undefined }) =>
  matchedByParams(query, selectionFrom({ fields }).fields);

async function download(
  runtime: Runtime,
  actor: Actor,
  slug: string,
  exported: Exported,
  exchange: Exchange,
): Promise<AsyncIterable<string>> {
  const csv = await exportRecords(runtime, actor, slug, exported);
  exchange.setHeader('content-disposition', `attachment; filename="${slug}.csv"`);
  return csv;
}

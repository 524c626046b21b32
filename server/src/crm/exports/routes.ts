import * as contract from '@daybook/contract/crm-bulk';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Runtime } from '../../platform/context.ts';
import type { Exchange } from '../../platform/http/exchange.ts';
import { serveStream, type Endpoint, type RunEffect } from '../../platform/http/serve.ts';
import { parseSelection } from '../records/public.ts';
import {
  exportRecords,
  buildExportFromBody,
  buildExportFromParams,
  type ExportSelection,
} from './export-records.ts';

/** `/crm/people/export` needs routes of its own, or `export` would be taken for the id of a person. */
export const exportEndpoints: readonly Endpoint[] = [
  serveStream(contract.exportRecords, (runtime, actor, { params, query }, exchange, runEffect) =>
    download(runtime, actor, params.objectSlug, listed(query), exchange, runEffect),
  ),
  serveStream(contract.exportPeople, (runtime, actor, { query }, exchange, runEffect) =>
    download(runtime, actor, 'people', listed(query), exchange, runEffect),
  ),
  serveStream(contract.exportCompanies, (runtime, actor, { query }, exchange, runEffect) =>
    download(runtime, actor, 'companies', listed(query), exchange, runEffect),
  ),
  serveStream(contract.exportMatchingRecords, (runtime, actor, { params, body }, exchange, runEffect) =>
    download(runtime, actor, params.objectSlug, buildExportFromBody(body), exchange, runEffect),
  ),
  serveStream(contract.exportMatchingPeople, (runtime, actor, { body }, exchange, runEffect) =>
    download(runtime, actor, 'people', buildExportFromBody(body), exchange, runEffect),
  ),
  serveStream(contract.exportMatchingCompanies, (runtime, actor, { body }, exchange, runEffect) =>
    download(runtime, actor, 'companies', buildExportFromBody(body), exchange, runEffect),
  ),
];

const listed = ({ fields, ...query }: { fields?: string | undefined; search?: string | undefined }) =>
  buildExportFromParams(query, parseSelection({ fields }).fields);

async function download(
  runtime: Runtime,
  actor: Actor,
  slug: string,
  exported: ExportSelection,
  exchange: Exchange,
  runEffect: RunEffect,
): Promise<AsyncIterable<string>> {
  const csv = await exportRecords(runtime, actor, slug, exported, runEffect);
  exchange.setHeader('content-disposition', `attachment; filename="${slug}.csv"`);
  return csv;
}

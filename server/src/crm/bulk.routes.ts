import * as contract from '@daybook/contract/crm-bulk';
import type { Actor } from '../platform/auth/actor.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import { serve, serveStream, serveUpload, type Endpoint, type Exchange } from '../platform/http/serve.ts';
import { writeAll } from './bulk.ts';
import { demandCrm } from './definitions.ts';
import { findDuplicates } from './duplicates.ts';
import { exportRecords } from './export.ts';
import { receiveFile } from './import-receive.ts';
import { listErrors, listImports, type ImportRow } from './import.store.ts';
import { firstErrors, loadImport, startImport, undoImport } from './import.ts';
import { importSummary, importView, rowErrorView } from './import.view.ts';
import { undoMerge } from './merge-undo.ts';
import { mergeTwo } from './merge.ts';
import { mergeView } from './merge.view.ts';

/** Many records at once. What could be read as the id of a person or company has an address of its own. */
export const bulkEndpoints: readonly Endpoint[] = [
  serve(contract.writeBulk, (ctx, { params, body }) => writeAll(ctx, params.objectSlug, body)),
  serveUpload(
    contract.createImport,
    (runtime, actor, { params }, upload) => receiveFile(runtime, actor, params.objectSlug, upload),
    async (ctx, { params, query }, received) =>
      show(ctx, await startImport(ctx, params.objectSlug, query, received)),
  ),
  serve(contract.listImports, async (ctx, { page }) => {
    await demandCrm(ctx);
    const { items, total } = await listImports(ctx, page);
    return { items: items.map(importSummary), total };
  }),
  serve(contract.readImport, async (ctx, { params }) => show(ctx, await loadImport(ctx, params.importId))),
  serve(contract.listImportErrors, async (ctx, { params, page }) => {
    const { id, failed: total } = await loadImport(ctx, params.importId);
    return { items: (await listErrors(ctx, id, page)).map(rowErrorView), total };
  }),
  serve(contract.undoImport, async (ctx, { params }) => show(ctx, await undoImport(ctx, params.importId))),
  serveStream(contract.exportRecords, (runtime, actor, { params, query }, exchange) =>
    download(runtime, actor, params.objectSlug, query, exchange),
  ),
  serveStream(contract.exportPeople, (runtime, actor, { query }, exchange) =>
    download(runtime, actor, 'people', query, exchange),
  ),
  serveStream(contract.exportCompanies, (runtime, actor, { query }, exchange) =>
    download(runtime, actor, 'companies', query, exchange),
  ),
  serve(contract.findDuplicates, (ctx, { params }) => findDuplicates(ctx, params.objectSlug)),
  serve(contract.findDuplicatePeople, (ctx) => findDuplicates(ctx, 'people')),
  serve(contract.findDuplicateCompanies, (ctx) => findDuplicates(ctx, 'companies')),
  serve(contract.mergeRecords, async (ctx, { params, body }) =>
    mergeView(await mergeTwo(ctx, params.objectSlug, body)),
  ),
  serve(contract.undoMerge, async (ctx, { params }) => mergeView(await undoMerge(ctx, params.mergeId))),
];

async function show(ctx: Ctx, row: ImportRow) {
  return importView(row, await firstErrors(ctx, row));
}

async function download(
  runtime: Runtime,
  actor: Actor,
  slug: string,
  query: { search?: string | undefined; sort?: string | undefined },
  exchange: Exchange,
): Promise<AsyncIterable<string>> {
  const pieces = await exportRecords(runtime, actor, slug, query);
  exchange.setHeader('content-disposition', `attachment; filename="${slug}.csv"`);
  return pieces;
}

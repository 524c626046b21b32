import * as contract from '@daybook/contract/crm-bulk';
import type { Ctx } from '../../platform/context.ts';
import { serveUpload } from '../../platform/http/serve-upload.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { requireCrm } from '../schema/public.ts';
import { cancelImport } from './cancel-import.ts';
import { receiveFile } from './receive-file.ts';
import { listFirstErrors, loadImport, startImport } from './start-import.ts';
import { listErrors } from './errors.store.ts';
import { listImports, type ImportRow } from './store.ts';
import { startUndo } from './start-undo.ts';
import { serializeImportSummary, serializeImport, serializeRowError } from './view.ts';

export const importEndpoints: readonly Endpoint[] = [
  serveUpload(
    contract.createImport,
    (runtime, actor, { params }, upload) => receiveFile(runtime, actor, params.objectSlug, upload),
    async (ctx, { params, query }, received) =>
      answer(ctx, await startImport(ctx, params.objectSlug, query, received)),
  ),
  serve(contract.listImports, async (ctx, { page }) => {
    await requireCrm(ctx);
    const { items, total } = await listImports(ctx, page);
    return { items: items.map(serializeImportSummary), total };
  }),
  serve(contract.readImport, async (ctx, { params }) => answer(ctx, await loadImport(ctx, params.importId))),
  serve(contract.listImportErrors, async (ctx, { params, page }) => {
    const { id, failed, partial } = await loadImport(ctx, params.importId);
    return { items: (await listErrors(ctx, id, page)).map(serializeRowError), total: failed + partial };
  }),
  serve(contract.cancelImport, async (ctx, { params }) =>
    answer(ctx, await cancelImport(ctx, params.importId)),
  ),
  serve(contract.undoImport, async (ctx, { params }) => answer(ctx, await startUndo(ctx, params.importId))),
];

async function answer(ctx: Ctx, row: ImportRow) {
  return serializeImport(row, await listFirstErrors(ctx, row));
}

import * as contract from '@daybook/contract/crm-files';
import { receiveFile, sendFile } from '../../files/public.ts';
import { readInWorkspace } from '../../platform/context.ts';
import { serveUpload } from '../../platform/http/serve-upload.ts';
import { serve, serveStream, type Endpoint } from '../../platform/http/serve.ts';
import { addFile, demandChangeable, listFiles, loadFile, removeFile } from './record-files.ts';

export const fileEndpoints: readonly Endpoint[] = [
  serve(contract.listRecordFiles, (ctx, { params, page }) => listFiles(ctx, params, page)),
  serveUpload(
    contract.createRecordFile,
    (runtime, actor, { params, query: { name } }, { bytes, length }) =>
      receiveFile(runtime, actor, { name, bytes, length }, async (ctx) => {
        await demandChangeable(ctx, params);
        return undefined;
      }),
    (ctx, { params }, received) => addFile(ctx, params, received),
  ),
  serveStream(contract.downloadRecordFile, async (runtime, actor, { params }, exchange) => {
    const file = await readInWorkspace(runtime, actor, (ctx) => loadFile(ctx, params, params.fileId));
    return sendFile(runtime, actor, file, exchange);
  }),
  serve(contract.deleteRecordFile, (ctx, { params }) => removeFile(ctx, params, params.fileId)),
];

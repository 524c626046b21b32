import * as contract from '@daybook/contract/crm-files';
import { openFile, receiveFile } from '../../files/public.ts';
import { readInWorkspace } from '../../platform/context.ts';
import { serveDownload } from '../../platform/http/serve-download.ts';
import { serveUpload } from '../../platform/http/serve-upload.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { addFile, requireChangeable, listFiles, loadFile, removeFile } from './record-files.ts';

export const fileEndpoints: readonly Endpoint[] = [
  serve(contract.listRecordFiles, (ctx, { params, page }) => listFiles(ctx, params, page)),
  serveUpload(
    contract.createRecordFile,
    (runtime, actor, { params, query: { name } }, { bytes, length }) =>
      receiveFile(runtime, actor, { name, bytes, length }, async (ctx) => {
        await requireChangeable(ctx, params);
        return undefined;
      }),
    (ctx, { params }, received) => addFile(ctx, params, received),
  ),
  serveDownload(contract.downloadRecordFile, async (runtime, actor, { params }) => {
    const file = await readInWorkspace(runtime, actor, (ctx) => loadFile(ctx, params, params.fileId));
    return openFile(runtime, actor, file);
  }),
  serve(contract.deleteRecordFile, (ctx, { params }) => removeFile(ctx, params, params.fileId)),
];

import * as contract from '@daybook/contract/audit';
import { serve, serveStream, type Endpoint } from '../platform/http/serve.ts';
import { exportLog, listLog, loadLastChange } from './read-log.ts';

export const auditEndpoints: readonly Endpoint[] = [
  serve(contract.listAuditLog, (ctx, { query, page }) => listLog(ctx, query, page)),
  serve(contract.readLastChange, (ctx, { params }) => loadLastChange(ctx, params.uuid)),
  serveStream(contract.exportAuditLog, (runtime, actor, { query }, exchange) => {
    exchange.setHeader('content-disposition', 'attachment; filename="audit-log.csv"');
    return exportLog(runtime, actor, query, 'csv');
  }),
  serveStream(contract.exportAuditLogAsJson, (runtime, actor, { query }, exchange) => {
    exchange.setHeader('content-disposition', 'attachment; filename="audit-log.ndjson"');
    return exportLog(runtime, actor, query, 'ndjson');
  }),
];

import * as contract from '@daybook/contract/webhook-catchers';
import { serve, serveVisitor, type Endpoint } from '../../platform/http/serve.ts';
import {
  receiveFromVisitor,
  createCatcher,
  deleteCatcher,
  findCatcherWorkspace,
  listRequests,
} from './catchers.ts';
import { serializeCatcher, serializeCaughtRequest } from './view.ts';

export const catchersEndpoints: readonly Endpoint[] = [
  serve(contract.createWebhookCatcher, async (ctx) => {
    const { row, token } = await createCatcher(ctx);
    return serializeCatcher(ctx, row, token);
  }),
  serve(contract.listCaughtRequests, async (ctx, { params, page }) => {
    const { rows, total } = await listRequests(ctx, params.id, page);
    return { items: rows.map((row) => serializeCaughtRequest(ctx, row)), total };
  }),
  serve(contract.deleteWebhookCatcher, (ctx, { params }) => deleteCatcher(ctx, params.id)),
  serveVisitor(
    contract.catchRequest,
    (runtime, { params }) => findCatcherWorkspace(runtime, params.token),
    (ctx, { params }, { headers, text }) => receiveFromVisitor(ctx, params.token, { headers, body: text }),
  ),
];

import * as contract from '@daybook/contract/webhook-catchers';
import { serve, serveVisitor, type Endpoint } from '../../platform/http/serve.ts';
import {
  catchFromVisitor,
  createCatcher,
  deleteCatcher,
  findCatcherWorkspace,
  listRequests,
} from './catchers.ts';
import { catcherView, caughtView } from './view.ts';

export const catchersEndpoints: readonly Endpoint[] = [
  serve(contract.createWebhookCatcher, async (ctx) => {
    const { row, token } = await createCatcher(ctx);
    return catcherView(ctx, row, token);
  }),
  serve(contract.listCaughtRequests, async (ctx, { params, page }) => {
    const { rows, total } = await listRequests(ctx, params.id, page);
    return { items: rows.map((row) => caughtView(ctx, row)), total };
  }),
  serve(contract.deleteWebhookCatcher, (ctx, { params }) => deleteCatcher(ctx, params.id)),
  serveVisitor(
    contract.catchRequest,
    (runtime, { params }) => findCatcherWorkspace(runtime, params.token),
    (ctx, { params }, { headers, text }) => catchFromVisitor(ctx, params.token, { headers, body: text }),
  ),
];

import * as contract from '@daybook/contract/saved-views';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { changeSavedView, createSavedView, deleteSavedView, requireListAccess } from './saved-views.ts';
import { countSavedViews, listSavedViews } from './store.ts';
import { serializeSavedView } from './view.ts';

export const savedViewsEndpoints: readonly Endpoint[] = [
  serve(contract.listSavedViews, async (ctx, { query, page }) => {
    requireListAccess(ctx, query.list);
    const rows = await listSavedViews(ctx, query.list, page);
    return {
      items: rows.map((row) => serializeSavedView(ctx, row)),
      total: await countSavedViews(ctx, query.list),
    };
  }),
  serve(contract.createSavedView, async (ctx, { body }) =>
    serializeSavedView(ctx, await createSavedView(ctx, body)),
  ),
  serve(contract.updateSavedView, async (ctx, { params, body }) =>
    serializeSavedView(ctx, await changeSavedView(ctx, params.id, body)),
  ),
  serve(contract.deleteSavedView, (ctx, { params }) => deleteSavedView(ctx, params.id)),
];

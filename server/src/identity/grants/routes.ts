import * as contract from '@daybook/contract/apps';
import { requireAdmin } from '../../platform/auth/actor.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { disconnectApp } from './connections.ts';
import { countConnections, listConnections } from './store.ts';
import { serializeConnection } from './view.ts';

export const grantsEndpoints: readonly Endpoint[] = [
  serve(contract.listConnectedApps, async (ctx, { query, page }) => {
    if (query.scope === 'all') requireAdmin(ctx.actor);
    const memberId = query.scope === 'all' ? undefined : ctx.actor.memberId;
    return {
      items: (await listConnections(ctx, memberId, page)).map((row) => serializeConnection(ctx, row)),
      total: await countConnections(ctx, memberId),
    };
  }),
  serve(contract.disconnectApp, async (ctx, { params, query }) => {
    if (query.scope === 'all') requireAdmin(ctx.actor);
    await disconnectApp(ctx, params.uuid);
  }),
];

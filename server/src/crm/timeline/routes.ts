import * as contract from '@daybook/contract/crm-records';
import { serve, servePrepared, type Endpoint } from '../../platform/http/serve.ts';
import { updateFeed } from '../history/public.ts';
import { readFeed, readTimeline, serializeFeed, serializeEntries } from './read-timeline.ts';

export const timelineEndpoints: readonly Endpoint[] = [
  serve(contract.readTimeline, async (ctx, { params, query, page }) => {
    const { items, total } = await readTimeline(ctx, params, query, page);
    return { items: await serializeEntries(ctx, items), total };
  }),
  serve(contract.readHistory, async (ctx, { params, page }) => {
    const { items, total } = await readTimeline(ctx, params, { kinds: ['record'] }, page);
    return { items: await serializeEntries(ctx, items), total };
  }),
  servePrepared(
    contract.listChanges,
    (runtime, actor) => updateFeed(runtime, actor.workspaceId),
    async (ctx, { query }) => {
      const { rows, next, hasMore } = await readFeed(ctx, query.after, query.count);
      return { collection: await serializeFeed(ctx, rows), next, hasMore };
    },
  ),
];

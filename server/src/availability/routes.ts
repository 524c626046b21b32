import * as contract from '@daybook/contract/availability';
import { serveShared } from '../platform/http/serve-shared.ts';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { explainTime } from './explain.ts';
import { listAvailability } from './list.ts';
import { loadLinkTarget } from './target.ts';

export const availabilityEndpoints: readonly Endpoint[] = [
  serveShared(contract.readAvailability, (ctx, { params, query }) =>
    listAvailability(ctx, { address: params }, query),
  ),
  serveShared(contract.readSharedAvailability, async (ctx, { params, query }) =>
    listAvailability(ctx, await loadLinkTarget(ctx, params.sharedLink), query),
  ),
  serve(contract.explainAvailability, (ctx, { params, query }) =>
    explainTime(ctx, { address: params }, query),
  ),
];

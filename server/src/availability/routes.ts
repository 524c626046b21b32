import * as contract from '@daybook/contract/availability';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { explainTime } from './explain.ts';
import { listAvailability } from './list.ts';
import { targetOfLink } from './target.ts';

export const availabilityEndpoints: readonly Endpoint[] = [
  serve(contract.readAvailability, (ctx, { params, query }) =>
    listAvailability(ctx, { address: params }, query),
  ),
  serve(contract.readSharedAvailability, async (ctx, { params, query }) =>
    listAvailability(ctx, await targetOfLink(ctx, params.sharedLink), query),
  ),
  serve(contract.explainAvailability, (ctx, { params, query }) =>
    explainTime(ctx, { address: params }, query),
  ),
];

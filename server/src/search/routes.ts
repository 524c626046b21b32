import * as contract from '@daybook/contract/search';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { searchAll } from './search.ts';

export const searchEndpoints: readonly Endpoint[] = [
  serve(contract.search, (ctx, { query }) => searchAll(ctx, query)),
];

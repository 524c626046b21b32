import * as contract from '@daybook/contract/crm-bulk';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { writeBulk } from './write-bulk.ts';

export const bulkEndpoints: readonly Endpoint[] = [
  serve(contract.writeBulk, (ctx, { params, body }) => writeBulk(ctx, params.objectSlug, body)),
];

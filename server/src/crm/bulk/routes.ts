import * as contract from '@daybook/contract/crm-bulk';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { writeAll } from './bulk.ts';

export const bulkEndpoints: readonly Endpoint[] = [
  serve(contract.writeBulk, (ctx, { params, body }) => writeAll(ctx, params.objectSlug, body)),
];

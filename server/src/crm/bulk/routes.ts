import * as contract from '@daybook/contract/crm-bulk';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { buildQueryFromPartialBody, validateQuery } from '../query/public.ts';
import { openObject } from '../schema/public.ts';
import { deleteBulk } from './delete-bulk.ts';
import { writeBulk } from './write-bulk.ts';

export const bulkEndpoints: readonly Endpoint[] = [
  serve(contract.writeBulk, (ctx, { params, body }) => writeBulk(ctx, params.objectSlug, body)),
  serve(contract.deleteBulk, (ctx, { params, body }) => deleteBulk(ctx, params.objectSlug, body), {
    onSchemaError: async (ctx, { filter }, { params }) =>
      validateQuery(
        ctx,
        await openObject(ctx, params.objectSlug, 'read'),
        buildQueryFromPartialBody({ filter }),
      ),
  }),
];

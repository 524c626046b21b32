import * as contract from '@daybook/contract/crm-records';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { loadRecord, serializeRecord, setRecordETag } from '../records/public.ts';
import { openObject } from '../schema/public.ts';
import { changeRelation, validateRelation } from './change-relation.ts';

export const relationEndpoints: readonly Endpoint[] = [
  serve(
    contract.changeRelation,
    async (ctx, { params, body }, exchange) => {
      const definition = await openObject(ctx, params.objectSlug, 'write');
      const row = await changeRelation(ctx, definition, params.recordId, body);
      return serializeRecord(ctx, definition, setRecordETag(row, exchange));
    },
    {
      async onSchemaError(ctx, fields, { params }) {
        const definition = await openObject(ctx, params.objectSlug, 'read');
        await loadRecord(ctx, definition, params.recordId);
        return validateRelation(ctx, definition, fields);
      },
    },
  ),
];

import * as contract from '@daybook/contract/crm-records';
import * as viewsContract from '@daybook/contract/crm-views';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { parseSelection, serializeRecords } from '../records/public.ts';
import { openObject } from '../schema/public.ts';
import { aggregateRecords, validateAggregate } from './aggregate-records.ts';
import { listDeletedAs } from './list-deleted.ts';
import { listRecords, buildPagination } from './list-records.ts';
import {
  buildQueryFromBody,
  buildQueryFromParams,
  buildQueryFromPartialBody,
  validateQuery,
} from './parse-query.ts';

export const queryEndpoints: readonly Endpoint[] = [
  serve(contract.listRecords, async (ctx, { params, query, page }) => {
    const definition = await openObject(ctx, params.objectSlug, 'read');
    const selection = parseSelection(query);
    if (query.deleted) {
      return listDeletedAs(ctx, definition, page, (rows) =>
        serializeRecords(ctx, definition, rows, selection),
      );
    }
    const filter = { ...buildQueryFromParams(query, page), ...selection };
    const { rows, ...found } = await listRecords(ctx, definition, filter);
    const items = await serializeRecords(ctx, definition, rows, selection);
    return { items, ...found, total: found.total ?? 0 };
  }),
  serve(
    contract.queryRecords,
    async (ctx, { params, body }) => {
      const definition = await openObject(ctx, params.objectSlug, 'read');
      const { rows, ...found } = await listRecords(ctx, definition, {
        ...buildQueryFromBody(body),
        fields: body.fields,
        expand: body.expand,
      });
      const collection = await serializeRecords(ctx, definition, rows, body);
      return { collection, pagination: buildPagination(found, body.count) };
    },
    {
      onSchemaError: async (ctx, fields, { params }) =>
        validateQuery(ctx, await openObject(ctx, params.objectSlug, 'read'), {
          ...buildQueryFromPartialBody(fields),
          fields: fields.fields,
          expand: fields.expand,
        }),
    },
  ),
  serve(
    viewsContract.aggregateRecords,
    async (ctx, { params, body }) =>
      aggregateRecords(ctx, await openObject(ctx, params.objectSlug, 'read'), body),
    {
      onSchemaError: async (ctx, fields, { params }) =>
        validateAggregate(ctx, await openObject(ctx, params.objectSlug, 'read'), fields),
    },
  ),
];

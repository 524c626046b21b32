import * as records from '@daybook/contract/crm-records';
import type { Ctx } from '../../platform/context.ts';
import { serve, type Endpoint, type Exchange } from '../../platform/http/serve.ts';
import { type Definition, openObject } from '../schema/public.ts';
import { withETag } from './etag.ts';
import {
  createRecord,
  demandDraft,
  loadRecord,
  removeRecord,
  updateRecord,
  upsertRecord,
} from './records.ts';
import type { RecordRow } from './records.store.ts';
import { selectionFrom, serializeRecord, type Selection } from './serialize.ts';

export const recordEndpoints: readonly Endpoint[] = [
  serve(records.createRecord, async (ctx, { params, body }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    const row = await createRecord(ctx, definition, demandDraft(definition, body));
    return answer(ctx, definition, row, exchange);
  }),
  serve(records.upsertRecord, async (ctx, { params, query, body }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    const draft = demandDraft(definition, body);
    const { created, record } = await upsertRecord(ctx, definition, query.matchingAttribute, draft);
    return { created, value: await answer(ctx, definition, record, exchange) };
  }),
  serve(records.readRecord, async (ctx, { params, query }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'read');
    const row = await loadRecord(ctx, definition, params.recordId);
    return answer(ctx, definition, row, exchange, selectionFrom(query));
  }),
  serve(records.updateRecord, async (ctx, { params, body }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    const draft = demandDraft(definition, body);
    const ifMatch = exchange.header('if-match');
    const row = await updateRecord(ctx, definition, params.recordId, draft, { ifMatch });
    return answer(ctx, definition, row, exchange);
  }),
  serve(records.deleteRecord, async (ctx, { params }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    await removeRecord(ctx, definition, params.recordId, exchange.header('if-match'));
  }),
];

function answer(ctx: Ctx, definition: Definition, row: RecordRow, exchange: Exchange, selection?: Selection) {
  return serializeRecord(ctx, definition, withETag(row, exchange), selection);
}

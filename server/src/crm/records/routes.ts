import * as contract from '@daybook/contract/crm-records';
import type { Ctx } from '../../platform/context.ts';
import type { Exchange } from '../../platform/http/exchange.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { type Definition, openObject } from '../schema/public.ts';
import { deleteRecord } from './delete-records.ts';
import { setRecordETag } from './etag.ts';
import { restoreDeleted } from './restore-deleted.ts';
import { parseSelection, serializeRecord, type Selection } from './serialize-records.ts';
import type { RecordRow } from './store.ts';
import { createRecord, parseDraftOrThrow, loadRecord, updateRecord, upsertRecord } from './write-record.ts';

export const recordEndpoints: readonly Endpoint[] = [
  serve(contract.createRecord, async (ctx, { params, body }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    const row = await createRecord(ctx, definition, parseDraftOrThrow(definition, body));
    return answer(ctx, definition, row, exchange);
  }),
  serve(contract.upsertRecord, async (ctx, { params, query, body }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    const draft = parseDraftOrThrow(definition, body);
    const { created, record } = await upsertRecord(ctx, definition, query.matchingAttribute, draft);
    return { created, value: await answer(ctx, definition, record, exchange) };
  }),
  serve(contract.readRecord, async (ctx, { params, query }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'read');
    const row = await loadRecord(ctx, definition, params.recordId);
    return answer(ctx, definition, row, exchange, parseSelection(query));
  }),
  serve(contract.updateRecord, async (ctx, { params, body }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    const draft = parseDraftOrThrow(definition, body);
    const row = await updateRecord(ctx, definition, params.recordId, draft, exchange.header('if-match'));
    return answer(ctx, definition, row, exchange);
  }),
  serve(contract.deleteRecord, async (ctx, { params }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    await deleteRecord(ctx, definition, params.recordId, exchange.header('if-match'));
  }),
  serve(contract.restoreRecord, async (ctx, { params }, exchange) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    return answer(ctx, definition, await restoreDeleted(ctx, definition, params.recordId), exchange);
  }),
];

function answer(ctx: Ctx, definition: Definition, row: RecordRow, exchange: Exchange, selection?: Selection) {
  return serializeRecord(ctx, definition, setRecordETag(row, exchange), selection);
}

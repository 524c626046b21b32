import * as objects from '@daybook/contract/crm-objects';
import * as records from '@daybook/contract/crm-records';
import type { Ctx } from '../platform/context.ts';
import { serve, type Endpoint, type Exchange } from '../platform/http/serve.ts';
import { changeAttribute, createAttribute, wrongInAttribute, wrongInNewAttribute } from './attributes.ts';
import { bulkEndpoints } from './bulk.routes.ts';
import { loadDefinition, openObject, type Definition } from './definitions.ts';
import { findRecordsOf, wishOfBody, wishOfPart, wishOfQuery, wrongInWish } from './find-records.ts';
import { changeNote, createNote, removeNote } from './notes.ts';
import { countNotes, listNotes } from './notes.store.ts';
import { changeObject, createObject, listObjects, removeObject, wrongInObject } from './objects.ts';
import { attributeView, objectView } from './objects.view.ts';
import {
  createRecord,
  demandDraft,
  loadRecord,
  removeRecord,
  updateRecord,
  upsertRecord,
} from './records.ts';
import type { RecordRow } from './records.store.ts';
import { relationEndpoint } from './relation.routes.ts';
import { selectionFrom, showRecord, showRecords, type Selection } from './show.ts';
import { standardEndpoints } from './standard.routes.ts';
import { tagged } from './tagged.ts';
import { readFeed, readTimeline, showChanges, showEntries } from './timeline.ts';
import { noteView } from './timeline.view.ts';

const objectEndpoints: readonly Endpoint[] = [
  serve(objects.listObjects, async (ctx, { page }) => {
    const { items, total } = await listObjects(ctx, page);
    return { items: items.map(objectView), total };
  }),
  serve(objects.createObject, async (ctx, { body }) => objectView(await createObject(ctx, body))),
  serve(objects.readObject, async (ctx, { params }) => objectView(await loadDefinition(ctx, params.slug))),
  serve(
    objects.updateObject,
    async (ctx, { params, body }) => objectView(await changeObject(ctx, params.slug, body)),
    { ifBroken: wrongInObject },
  ),
  serve(objects.deleteObject, (ctx, { params }) => removeObject(ctx, params.slug)),
  serve(
    objects.createAttribute,
    async (ctx, { params, body }) => attributeView(await createAttribute(ctx, params.slug, body)),
    { ifBroken: wrongInNewAttribute },
  ),
  serve(
    objects.updateAttribute,
    async (ctx, { params, body }) => attributeView(await changeAttribute(ctx, params.slug, params.key, body)),
    { ifBroken: wrongInAttribute },
  ),
];

const recordEndpoints: readonly Endpoint[] = [
  serve(records.listRecords, async (ctx, { params, query, page }) => {
    const definition = await openObject(ctx, params.objectSlug, 'read');
    const selection = selectionFrom(query);
    const wish = { ...wishOfQuery(query, page), ...selection };
    const { rows, total, nextCursor } = await findRecordsOf(ctx, definition, wish);
    const items = await showRecords(ctx, definition, rows, selection);
    return { items, total: total ?? 0, nextCursor };
  }),
  serve(
    records.queryRecords,
    async (ctx, { params, body }) => {
      const definition = await openObject(ctx, params.objectSlug, 'read');
      const { rows, total, nextCursor } = await findRecordsOf(ctx, definition, {
        ...wishOfBody(body),
        fields: body.fields,
        expand: body.expand,
      });
      const collection = await showRecords(ctx, definition, rows, body);
      return { collection, pagination: { count: body.count, total, nextCursor } };
    },
    {
      ifBroken: async (ctx, fields, { params }) =>
        wrongInWish(ctx, await openObject(ctx, params.objectSlug, 'read'), {
          ...wishOfPart(fields),
          fields: fields.fields,
          expand: fields.expand,
        }),
    },
  ),
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
  relationEndpoint,
];

const timelineEndpoints: readonly Endpoint[] = [
  serve(records.readTimeline, async (ctx, { params, page }) => {
    const { items, total } = await readTimeline(ctx, params, 'all', page);
    return { items: await showEntries(ctx, items), total };
  }),
  serve(records.readHistory, async (ctx, { params, page }) => {
    const { items, total } = await readTimeline(ctx, params, 'record', page);
    return { items: await showEntries(ctx, items), total };
  }),
  serve(records.listChanges, async (ctx, { query }) => {
    const { rows, next, hasMore } = await readFeed(ctx, query.after, query.count);
    return { collection: await showChanges(ctx, rows), next, hasMore };
  }),
  serve(records.listRecordNotes, async (ctx, { params, page }) => {
    const definition = await openObject(ctx, params.objectSlug, 'read');
    const { id: recordId } = await loadRecord(ctx, definition, params.recordId);
    const where = { objectId: definition.id, recordId };
    return { items: (await listNotes(ctx, where, page)).map(noteView), total: await countNotes(ctx, where) };
  }),
  serve(records.createRecordNote, async (ctx, { params, body }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    return noteView(await createNote(ctx, definition, params.recordId, body.note));
  }),
  serve(records.updateRecordNote, async (ctx, { params, body }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    return noteView(await changeNote(ctx, definition, params.recordId, params.noteId, body.note));
  }),
  serve(records.deleteRecordNote, async (ctx, { params }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    await removeNote(ctx, definition, params.recordId, params.noteId);
  }),
];

/** The most specific first; the server prefers what is spelled out over what is a parameter. */
export const crmEndpoints: readonly Endpoint[] = [
  ...objectEndpoints,
  ...standardEndpoints,
  ...bulkEndpoints,
  ...recordEndpoints,
  ...timelineEndpoints,
];

function answer(ctx: Ctx, definition: Definition, row: RecordRow, exchange: Exchange, selection?: Selection) {
  return showRecord(ctx, definition, tagged(row, exchange), selection);
}

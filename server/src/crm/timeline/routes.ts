import * as contract from '@daybook/contract/crm-records';
import { serve, servePrepared, type Endpoint } from '../../platform/http/serve.ts';
import { updateFeed } from '../history/public.ts';
import { loadRecord } from '../records/public.ts';
import { openObject } from '../schema/public.ts';
import { changeNote, createNote, removeNote } from './notes.ts';
import { countNotes, listNotes } from './store.ts';
import { readFeed, readTimeline, serializeFeed, serializeEntries } from './read-timeline.ts';
import { serializeNote } from './view.ts';

export const timelineEndpoints: readonly Endpoint[] = [
  serve(contract.readTimeline, async (ctx, { params, page }) => {
    const { items, total } = await readTimeline(ctx, params, 'all', page);
    return { items: await serializeEntries(ctx, items), total };
  }),
  serve(contract.readHistory, async (ctx, { params, page }) => {
    const { items, total } = await readTimeline(ctx, params, 'record', page);
    return { items: await serializeEntries(ctx, items), total };
  }),
  servePrepared(
    contract.listChanges,
    (runtime, actor) => updateFeed(runtime, actor.workspaceId),
    async (ctx, { query }) => {
      const { rows, next, hasMore } = await readFeed(ctx, query.after, query.count);
      return { collection: await serializeFeed(ctx, rows), next, hasMore };
    },
  ),
  serve(contract.listRecordNotes, async (ctx, { params, page }) => {
    const definition = await openObject(ctx, params.objectSlug, 'read');
    const { id: recordId } = await loadRecord(ctx, definition, params.recordId);
    const where = { objectId: definition.id, recordId };
    return {
      items: (await listNotes(ctx, where, page)).map(serializeNote),
      total: await countNotes(ctx, where),
    };
  }),
  serve(contract.createRecordNote, async (ctx, { params, body }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    return serializeNote(await createNote(ctx, definition, params.recordId, body.note));
  }),
  serve(contract.updateRecordNote, async (ctx, { params, body }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    return serializeNote(await changeNote(ctx, definition, params.recordId, params.noteId, body.note));
  }),
  serve(contract.deleteRecordNote, async (ctx, { params }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    await removeNote(ctx, definition, params.recordId, params.noteId);
  }),
];

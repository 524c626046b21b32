import * as contract from '@daybook/contract/crm-notes';
import type { Ctx } from '../../platform/context.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { loadRecord } from '../records/public.ts';
import { openObject } from '../schema/public.ts';
import { serializeComments, serializeNotes } from './serialize-notes.ts';
import { listNotes, listReplies, listThreads, type NoteRow } from './store.ts';
import { createComment } from './write-comment.ts';
import { changeText, createNote, pinNote, removeNote, unpinNote, type NotePath } from './write-note.ts';

interface Params {
  readonly objectSlug: string;
  readonly recordId: string;
}

const notePath = ({ recordId, noteId }: Params & { readonly noteId: string }): NotePath => ({
  noun: 'note',
  recordId,
  id: noteId,
});
const commentPath = ({ recordId, commentId }: Params & { readonly commentId: string }): NotePath => ({
  noun: 'comment',
  recordId,
  id: commentId,
});

async function whereIs(ctx: Ctx, { objectSlug, recordId }: Params) {
  const definition = await openObject(ctx, objectSlug, 'read');
  return { objectId: definition.id, recordId: (await loadRecord(ctx, definition, recordId)).id };
}

const oneNote = async (ctx: Ctx, row: NoteRow) => first(await serializeNotes(ctx, [row]));
const oneComment = async (ctx: Ctx, row: NoteRow) => first(await serializeComments(ctx, [row]));
const first = <T>([item]: readonly T[]): T => item as T;

export const noteEndpoints: readonly Endpoint[] = [
  serve(contract.listRecordNotes, async (ctx, { params, page }) => {
    const { rows, total } = await listNotes(ctx, await whereIs(ctx, params), page);
    return { items: await serializeNotes(ctx, rows), total };
  }),
  serve(contract.createRecordNote, async (ctx, { params, body }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    return oneNote(ctx, await createNote(ctx, definition, params.recordId, body.note));
  }),
  serve(contract.updateRecordNote, async (ctx, { params, body }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    return oneNote(ctx, await changeText(ctx, definition, notePath(params), body.note));
  }),
  serve(contract.deleteRecordNote, async (ctx, { params }) => {
    await removeNote(ctx, await openObject(ctx, params.objectSlug, 'write'), notePath(params));
  }),
  serve(contract.pinRecordNote, async (ctx, { params }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    return oneNote(ctx, await pinNote(ctx, definition, notePath(params)));
  }),
  serve(contract.unpinRecordNote, async (ctx, { params }) => {
    const definition = await openObject(ctx, params.objectSlug, 'write');
    return oneNote(ctx, await unpinNote(ctx, definition, notePath(params)));
  }),
  serve(contract.listRecordComments, async (ctx, { params, page }) => {
    const { rows, total } = await listThreads(ctx, await whereIs(ctx, params), page);
    const replies = await serializeComments(
      ctx,
      await listReplies(
        ctx,
        rows.map(({ id }) => id),
      ),
    );
    const threads = await serializeComments(ctx, rows);
    return {
      items: threads.map((thread) => ({
        ...thread,
        replies: replies.filter(({ threadId }) => threadId === thread.id),
      })),
      total,
    };
  }),
  serve(contract.createRecordComment, async (ctx, { params, body }) => {
    const definition = await openObject(ctx, params.objectSlug, 'read');
    return oneComment(ctx, await createComment(ctx, definition, params.recordId, body));
  }),
  serve(contract.updateRecordComment, async (ctx, { params, body }) => {
    const definition = await openObject(ctx, params.objectSlug, 'read');
    return oneComment(ctx, await changeText(ctx, definition, commentPath(params), body.comment));
  }),
  serve(contract.deleteRecordComment, async (ctx, { params }) => {
    await removeNote(ctx, await openObject(ctx, params.objectSlug, 'read'), commentPath(params));
  }),
];

import { maxReplies } from '@daybook/contract/crm-notes';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { conflict, throwIfInvalid } from '../../platform/problems.ts';
import { insertChanges } from '../history/public.ts';
import { lockSurvivor } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import { noteWritten } from './events.ts';
import { parseText } from './mentions.ts';
import * as store from './store.ts';
import { loadNote } from './write-note.ts';

interface NewComment {
  readonly comment: string;
  readonly replyTo?: string | undefined;
}

/** Comments on a record. The record is locked, so that the limit of replies also holds for two at once. */
export async function createComment(
  ctx: Ctx,
  definition: Definition,
  pathId: string,
  { comment, replyTo }: NewComment,
): Promise<store.NoteRow> {
  const { html, mentionedIds, reasons } = await parseText(ctx, definition, comment);
  const { id: recordId } = await lockSurvivor(ctx, definition, pathId);
  const where = { objectId: definition.id, recordId };
  const id = generateUuid();
  const threadId = replyTo === undefined ? id : await lockThread(ctx, where, replyTo);
  throwIfInvalid({
    ...(reasons.length > 0 && { comment: reasons }),
    ...(!threadId && { replyTo: ['No comment on this record has this ID.'] }),
  });
  if (replyTo !== undefined) await rejectLongThread(ctx, threadId ?? id);
  await store.insertNote(ctx, where, { id, note: html, threadId: threadId ?? id });
  await insertChanges(ctx, [
    { id: generateUuid(), ...where, kind: 'comment.created', detail: { noteId: id } },
  ]);
  await ctx.publish(noteWritten, { noteId: id, isNew: true, mentionedIds });
  return loadNote(ctx, definition, { noun: 'comment', recordId, id });
}

/** Of the comment that is replied to. Locked, so that nobody deletes the thread meanwhile. */
async function lockThread(ctx: Ctx, where: store.Where, replyTo: string): Promise<string | undefined> {
  const threadId = (await store.findNote(ctx, where, replyTo))?.thread_id;
  return threadId ? (await store.lockNote(ctx, where, threadId))?.id : undefined;
}

async function rejectLongThread(ctx: Ctx, threadId: string): Promise<void> {
  if ((await store.countReplies(ctx, threadId)) < maxReplies) return;
  throw conflict(`This thread already has ${maxReplies} replies. Start a new one.`);
}

import { z } from 'zod';
import { notEnabled, readCrm, writeCrm } from './crm-objects.ts';
import { actor, noRecord, recordId } from './crm-records.ts';
import { message, ok, paginated } from './envelopes.ts';
import { html, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';

/** Notes and comments on records. */

const written = {
  author: actor,
  editor: actor.nullable().meta({ description: 'Who changed it last' }),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const recordNote = z
  .object({
    id: uuid,
    note: z.string(),
    pinnedAt: timestamp.nullable().meta({ description: 'Pinned notes are listed first' }),
    ...written,
  })
  .meta({ id: 'RecordNote' });

const comment = { id: uuid, comment: z.string(), ...written };

export const recordComment = z
  .object({ ...comment, threadId: uuid.meta({ description: 'The first comment of its thread' }) })
  .meta({ id: 'RecordComment' });

const commentThread = z
  .object({ ...recordComment.shape, replies: z.array(recordComment).meta({ description: 'Oldest first' }) })
  .meta({ id: 'CommentThread' });

const mentions =
  '`<mention user="ID">` mentions a user, who is notified once. Responses contain the user’s current name: `<mention user="ID">@Mara Lindqvist</mention>`. Users who are deactivated or can’t see the record can’t be mentioned.';

const maxText = 10_000;
const noteBody = z.object({ note: html(maxText, '<p>Prefers mornings.</p>').trim().min(1) });
const commentBody = z.object({ comment: html(maxText, '<p>Who calls them?</p>').trim().min(1) });

const noteId = { ...recordId, noteId: uuidParam('Note') };
const commentId = { ...recordId, commentId: uuidParam('Comment') };
const notAuthor = 'Only the author, owners and admins can edit or delete a note.';
const noNote = 'Note not found.';
const notCommenter = 'Only the author, owners and admins can edit or delete a comment.';
const noComment = 'Comment not found.';
const common = { origin: 'ours', tag: 'CRM records' } as const;

export const listRecordNotes = declareRoute({
  ...common,
  method: 'GET',
  path: '/crm/{objectSlug}/{recordId}/notes',
  summary: 'List the notes on a record, pinned ones first, then latest first',
  access: readCrm,
  params: recordId,
  returns: paginated(recordNote),
  fails: { 403: notEnabled, 404: noRecord },
});

export const createRecordNote = declareRoute({
  ...common,
  method: 'POST',
  path: '/crm/{objectSlug}/{recordId}/notes',
  summary: 'Write a note on a record',
  description: mentions,
  access: writeCrm,
  params: recordId,
  body: noteBody,
  returns: ok('note', recordNote, 201),
  fails: { 403: notEnabled, 404: noRecord },
});

export const updateRecordNote = declareRoute({
  ...common,
  method: 'PATCH',
  path: '/crm/{objectSlug}/{recordId}/notes/{noteId}',
  summary: 'Change a note on a record',
  description: 'Notifies users whom it did not mention before.',
  access: writeCrm,
  params: noteId,
  body: noteBody,
  returns: ok('note', recordNote),
  fails: { 403: notAuthor, 404: noNote },
});

export const deleteRecordNote = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/crm/{objectSlug}/{recordId}/notes/{noteId}',
  summary: 'Delete a note on a record',
  access: writeCrm,
  params: noteId,
  returns: message('Note deleted.'),
  fails: { 403: notAuthor, 404: noNote },
});

/** So that they stay few enough to be read first. */
export const maxPinnedNotes = 5;

export const pinRecordNote = declareRoute({
  ...common,
  method: 'PUT',
  path: '/crm/{objectSlug}/{recordId}/notes/{noteId}/pin',
  summary: 'Pin a note to the top of its record',
  description: `A record has up to ${maxPinnedNotes} pinned notes. One that is pinned already keeps its place.`,
  access: writeCrm,
  params: noteId,
  returns: ok('note', recordNote),
  fails: { 403: notEnabled, 404: noNote, 409: `The record already has ${maxPinnedNotes} pinned notes.` },
});

export const unpinRecordNote = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/crm/{objectSlug}/{recordId}/notes/{noteId}/pin',
  summary: 'Unpin a note',
  access: writeCrm,
  params: noteId,
  returns: ok('note', recordNote),
  fails: { 403: notEnabled, 404: noNote },
});

export const maxReplies = 100;

export const listRecordComments = declareRoute({
  ...common,
  method: 'GET',
  path: '/crm/{objectSlug}/{recordId}/comments',
  summary: 'List the comments on a record by thread, the latest thread first',
  access: readCrm,
  params: recordId,
  returns: paginated(commentThread),
  fails: { 403: notEnabled, 404: noRecord },
});

export const createRecordComment = declareRoute({
  ...common,
  method: 'POST',
  path: '/crm/{objectSlug}/{recordId}/comments',
  summary: 'Comment on a record',
  description: `Everyone who can see a record can comment on it. The record’s owners and the participants of the thread are notified. ${mentions}`,
  access: writeCrm,
  params: recordId,
  body: commentBody.extend({
    replyTo: uuid.optional().meta({ description: 'A comment in whose thread it belongs' }),
  }),
  returns: ok('comment', recordComment, 201),
  fails: { 403: notEnabled, 404: noRecord, 409: `The thread already has ${maxReplies} replies.` },
});

export const updateRecordComment = declareRoute({
  ...common,
  method: 'PATCH',
  path: '/crm/{objectSlug}/{recordId}/comments/{commentId}',
  summary: 'Change a comment',
  description: 'Notifies users whom it did not mention before.',
  access: writeCrm,
  params: commentId,
  body: commentBody,
  returns: ok('comment', recordComment),
  fails: { 403: notCommenter, 404: noComment },
});

export const deleteRecordComment = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/crm/{objectSlug}/{recordId}/comments/{commentId}',
  summary: 'Delete a comment',
  description: 'The first comment of a thread is deleted with its replies.',
  access: writeCrm,
  params: commentId,
  returns: message('Comment deleted.'),
  fails: { 403: notCommenter, 404: noComment },
});

import { z } from 'zod';
import { message, ok } from './envelopes.ts';
import { eventId, eventIdPattern, html, idParam, shortId, slug, timestamp } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Notes on scheduled events: interface 2.5 and 4.7, resolutions 7. */

const noteUser = z.object({
  firstName: z.string(),
  lastName: z.string(),
  slug,
  avatar: z.string().nullable(),
});

export const note = z
  .object({
    id: z.int(),
    uuid: shortId,
    note: z.string(),
    eventUUID: eventId,
    crmRecords: z.null(),
    event: z.object({
      UUID: eventId,
      startAt: timestamp,
      endAt: timestamp,
      title: z.string(),
      duration: z.int(),
      eventType: z.object({ title: z.string(), slug }),
    }),
    creator: noteUser,
    editor: noteUser.optional().meta({ description: 'Who changed it last, if not the creator' }),
    updatedAt: timestamp,
    createdAt: timestamp,
  })
  .meta({ id: 'Note' });

const text = html(500, '<p>Wants a <strong>second</strong> call.</p>').trim().min(1);

const readNotes = requireScopes('admin:full', 'notes:read');
const writeNotes = requireScopes('admin:full', 'notes:write');
const noteId = { id: idParam('Note', /^(?:[0-9A-Za-z]{10}|[1-9]\d{0,8})$/, 'q8Zt4LmW2x') };
const forbidden = 'Only the event’s hosts, owners and admins can do this.';
const fails = { 403: forbidden, 404: 'Note not found.' };
const changeFails = {
  403: 'Only the author, owners and admins can edit or delete a note.',
  404: 'Note not found.',
};

export const createNote = declareRoute({
  method: 'POST',
  path: '/notes',
  origin: 'interface',
  tag: 'Notes',
  summary: 'Write a note on an event',
  access: writeNotes,
  body: z.object({
    relation: z.literal('event'),
    uuid: z.string().min(1).max(100).meta({ example: 'dbk-8fK2mZ0qWv3Xy7Ab' }),
    note: text,
  }),
  returns: ok('data', note, 201),
  fails: { 403: forbidden },
  examples: { body: { relation: 'event', uuid: 'dbk-8fK2mZ0qWv3Xy7Ab', note: '<p>Bring the plans.</p>' } },
});

export const readNote = declareRoute({
  method: 'GET',
  path: '/notes/{id}',
  origin: 'interface',
  tag: 'Notes',
  summary: 'Read a note',
  description: 'By its public identifier or its integer id.',
  access: readNotes,
  params: noteId,
  returns: ok('data', note),
  fails,
});

export const updateNote = declareRoute({
  method: 'PUT',
  path: '/notes/{id}',
  origin: 'interface',
  tag: 'Notes',
  summary: 'Change a note',
  access: writeNotes,
  params: noteId,
  body: z.object({ note: text }),
  returns: ok('data', note),
  fails: changeFails,
  examples: { body: { note: '<p>Plans received.</p>' } },
});

export const deleteNote = declareRoute({
  method: 'DELETE',
  path: '/notes/{id}',
  origin: 'ours',
  tag: 'Notes',
  summary: 'Delete a note',
  access: writeNotes,
  params: noteId,
  returns: message('Note deleted.'),
  fails: changeFails,
});

export const listEventNotes = declareRoute({
  method: 'GET',
  path: '/notes/event/{uuid}',
  origin: 'interface',
  tag: 'Notes',
  summary: 'List the notes of an event',
  access: readNotes,
  params: { uuid: idParam('Event', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') },
  returns: ok('list', z.array(note)),
  fails: { 403: forbidden, 404: 'Event not found.' },
});

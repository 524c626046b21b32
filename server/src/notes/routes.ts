import * as contract from '@daybook/contract/notes';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { readNote, readNotes } from './read-notes.ts';
import { serializeNote } from './view.ts';
import { changeNote, createNote, removeNote, validateNote } from './write-note.ts';

export const notesEndpoints: readonly Endpoint[] = [
  serve(contract.createNote, async (ctx, { body }) => serializeNote(ctx, await createNote(ctx, body)), {
    onSchemaError: validateNote,
  }),
  serve(contract.readNote, async (ctx, { params }) => serializeNote(ctx, await readNote(ctx, params.id))),
  serve(contract.updateNote, async (ctx, { params, body }) =>
    serializeNote(ctx, await changeNote(ctx, params.id, body.note)),
  ),
  serve(contract.deleteNote, (ctx, { params }) => removeNote(ctx, params.id)),
  serve(contract.listEventNotes, async (ctx, { params }) =>
    (await readNotes(ctx, params.uuid)).map((row) => serializeNote(ctx, row)),
  ),
];

export { readNoteTexts } from './read-notes.ts';
export { createNote } from './write-note.ts';

export { readNoteTexts } from './read-notes.ts';
export { createNote } from './write-note.ts';
export { notesOfPerson } from './personal-data.store.ts';

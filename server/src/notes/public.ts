export { readLatestNotes, readNoteTexts } from './read-notes.ts';
export { createNote, recordNote } from './write-note.ts';
export { notesOfPerson } from './personal-data.store.ts';

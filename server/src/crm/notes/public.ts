export { noteWritten } from './events.ts';
export { withNames as nameMentioned } from './mentions.ts';
export { findAudience as findNoteAudience, findReaders as findObjectReaders } from './people.store.ts';
export { findLatestNotes, findNoteTexts } from './store.ts';
export { serializeActor } from './view.ts';
export { createNote } from './write-note.ts';

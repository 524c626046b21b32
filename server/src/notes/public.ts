export { createNote } from './write-note.ts';

export { modelBrain } from './brain.ts';
export { transcribe } from './chat.ts';
export { modelSettings } from './settings.ts';

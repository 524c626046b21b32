export { createModelBrain } from './brain.ts';
export { transcribeSpeech } from './chat.ts';
export { modelSettings } from './settings.ts';

export { getConfidence, openListener, type Listener } from './listener.ts';
export { openSpeaker, type Speaker } from './speaker.ts';
export { serializeWav } from './wav.ts';

export { openListener, type Listener } from './listener.ts';
export { fliteSpeaker } from './speaker.ts';

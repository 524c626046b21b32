export { beepDetector } from './beep.ts';
export { decode, encode } from './g711.ts';
export { openRecorder } from './recorder.ts';
export { openMedia } from './session.ts';
export { voiceActivity } from './voice-activity.ts';

export { openMedia } from './session.ts';
export { voiceActivity } from './voice-activity.ts';

export type { CallEvent, OpenCallAudio } from './call-audio.ts';
export { decode, encode } from './g711.ts';
export { openHearing } from './hearing.ts';
export { openAudioThread, type AudioThread } from './thread.ts';
export { voiceActivity } from './voice-activity.ts';

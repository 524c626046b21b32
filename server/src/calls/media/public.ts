export type { CallEvent, OpenCallAudio } from './call-audio.ts';
export { decodeG711, encodeG711 } from './g711.ts';
export { openUtteranceDetector } from './utterances.ts';
export { openAudioThread, type AudioThread } from './thread.ts';
export { createVoiceActivity } from './voice-activity.ts';

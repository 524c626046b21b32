import type { Media } from '../sip/public.ts';
import { openUtteranceDetector, type AudioEvent } from './utterances.ts';
import { openRecorder } from './recorder.ts';
import { frameSamples, openMedia } from './session.ts';

/** The audio of one call as a conversation needs it. */
export interface CallAudio {
  readonly port: number;
  /** What the peer said of its side; said again, it replaces what was. */
  connect(media: Media): void;
  /** Resolves once all was sent, or somebody spoke or pressed a digit meanwhile. */
  play(samples: Int16Array): Promise<'played' | 'stopped'>;
  stopPlaying(): void;
  /** What comes before it is not recorded. */
  startRecording(): void;
  /** What was recorded: both sides in one track, as G.711 mu-law at 8 kHz; empty if nothing was. */
  close(): Promise<Uint8Array>;
}

export type CallEvent = AudioEvent | { readonly kind: 'digit'; readonly digit: string };

export type OpenCallAudio = (address: string, onEvent: (event: CallEvent) => void) => Promise<CallAudio>;

/** Of silence, after which speech has ended: a person who hangs up in the midst of it has said it all the same. */
const endingFrames = 30;

export const openCallAudio: OpenCallAudio = async (address, onEvent) => {
  const report = (event: CallEvent): void => {
    if (event.kind === 'speech' || event.kind === 'digit') session.stopPlaying();
    onEvent(event);
  };
  const recorder = openRecorder();
  const hear = openUtteranceDetector(report);
  const session = await openMedia(address, {
    onFrame: (samples) => {
      hear(samples);
      recorder.pushReceived(samples);
    },
    onSent: recorder.pushSent,
    onDigit: (digit) => report({ kind: 'digit', digit }),
  });
  return {
    port: session.port,
    connect: session.connect,
    play: session.play,
    stopPlaying: session.stopPlaying,
    startRecording: recorder.start,
    async close() {
      session.close();
      for (let frames = 0; frames < endingFrames; frames += 1) hear(new Int16Array(frameSamples));
      return recorder.audio();
    },
  };
};

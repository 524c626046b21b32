/**
 * Finds speech in frames of 20 ms by their energy above the noise of the line, which it learns. A model would know speech from
 * music; on a telephone call in which one side listens, energy is enough, and costs nothing.
 */
export interface VoiceActivity {
  /** What this frame begins or ends. */
  push(frame: Int16Array): 'start' | 'end' | undefined;
  readonly isSpeaking: boolean;
}

interface Sensitivity {
  /** So many frames of speech in a row are speech, and not a click. */
  readonly startFrames: number;
  /** After so many frames without speech it has ended. */
  readonly endFrames: number;
}

const usual: Sensitivity = { startFrames: 4, endFrames: 30 };
const marginDb = 12;
const quietestDb = -50;

export function voiceActivity({ startFrames, endFrames }: Sensitivity = usual): VoiceActivity {
  let noiseDb = -65;
  let isSpeaking = false;
  let streak = 0;
  return {
    get isSpeaking() {
      return isSpeaking;
    },
    push(frame) {
      const level = levelDb(frame);
      const isLoud = level > Math.max(noiseDb + marginDb, quietestDb);
      // Noise is learnt at once when it falls, and slowly when it rises: speech is no noise.
      noiseDb += level < noiseDb ? (level - noiseDb) * 0.5 : Math.min(level - noiseDb, 3) * 0.005;
      if (isLoud === isSpeaking) streak = 0;
      else streak += 1;
      if (streak < (isSpeaking ? endFrames : startFrames)) return undefined;
      isSpeaking = !isSpeaking;
      streak = 0;
      return isSpeaking ? 'start' : 'end';
    },
  };
}

/** Relative to the loudest that can be sent. */
function levelDb(frame: Int16Array): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return 10 * Math.log10(Math.max(sum / Math.max(frame.length, 1) / 32_768 ** 2, 1e-9));
}

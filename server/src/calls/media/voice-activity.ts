/**
 * Finds speech in frames of 20 ms by their energy above the noise of the line, which it learns. A model would know speech from
 * music; on a telephone call in which one side listens, energy is enough, and costs nothing.
 */
export interface VoiceActivity {
  /** What this frame begins or ends. After a pause it has ended, or goes on. */
  push(frame: Int16Array): 'start' | 'pause' | 'end' | undefined;
  readonly isSpeaking: boolean;
}

interface Sensitivity {
  /** So many frames of speech in a row are speech, and not a click. */
  readonly startFrames: number;
  /** After so many frames without speech it may have ended. */
  readonly pauseFrames: number;
  /** After so many it has. */
  readonly endFrames: number;
}

const usual: Sensitivity = { startFrames: 4, pauseFrames: 8, endFrames: 25 };
/** Speech on a bad line is ten times as strong as its noise; noise itself changes by less than this. */
const marginDb = 6;
const quietestDb = -50;
/** Of the last two seconds, a fifth is no speech, even while somebody speaks. */
const windowFrames = 100;
const quietShare = 0.2;

export function createVoiceActivity(sensitivity: Partial<Sensitivity> = {}): VoiceActivity {
  const { startFrames, pauseFrames, endFrames } = { ...usual, ...sensitivity };
  // A call begins on a quiet line, until more of it was heard.
  const recent = new Float64Array(windowFrames).fill(-65);
  let at = 0;
  let isSpeaking = false;
  let streak = 0;
  return {
    get isSpeaking() {
      return isSpeaking;
    },
    push(frame) {
      const level = levelDb(frame);
      // Not the quietest: packets that are lost are quieter than any line.
      const noiseDb = recent.toSorted()[windowFrames * quietShare] ?? level;
      const isLoud = level > Math.max(noiseDb + marginDb, quietestDb);
      recent[at % windowFrames] = level;
      at += 1;
      if (isLoud === isSpeaking) streak = 0;
      else streak += 1;
      if (isSpeaking && streak === pauseFrames) return 'pause';
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

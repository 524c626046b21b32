/**
 * Finds the tone after which an answering machine records: one frequency of 0.4 to 2 kHz for 120 ms, found by Goertzel's
 * algorithm. Speech is loud at several frequencies at once, or at one for a shorter time.
 */
export interface BeepDetector {
  /** True at the frame (20 ms) that makes it a beep, once for each beep. */
  push(frame: Int16Array): boolean;
}

const rate = 8000;
const frameSamples = 160;
/** Bins are 50 Hz apart, as the frame is 20 ms long. */
const firstBin = 8;
const lastBin = 40;
const coefficients = Array.from(
  { length: lastBin - firstBin + 3 },
  (_, index) => 2 * Math.cos((2 * Math.PI * (firstBin - 1 + index) * (rate / frameSamples)) / rate),
);
/** So much of all the energy is in a tone; one between two bins has it in both. */
const share = 0.8;
const quietest = 300 ** 2;
const beepFrames = 6;

export function createBeepDetector(): BeepDetector {
  let streak = 0;
  let lastTone = -1;
  return {
    push(frame) {
      const tone = toneOf(frame);
      const isSame = tone !== undefined && Math.abs(tone - lastTone) <= 1;
      streak = tone === undefined ? 0 : isSame ? streak + 1 : 1;
      lastTone = tone ?? -1;
      return streak === beepFrames;
    },
  };
}

/** The bin of the only frequency; undefined when there are several, or the frame is quiet. */
function toneOf(frame: Int16Array): number | undefined {
  let energy = 0;
  for (const sample of frame) energy += sample * sample;
  if (energy < quietest * frame.length) return undefined;
  const powers = coefficients.map((coefficient) => powerOf(frame, coefficient));
  let best = 1;
  for (let bin = 1; bin < powers.length - 1; bin += 1) if (powers[bin]! > powers[best]!) best = bin;
  const beside = Math.max(powers[best - 1]!, powers[best + 1]!);
  return (2 * (powers[best]! + beside)) / (frame.length * energy) >= share ? firstBin - 1 + best : undefined;
}

function powerOf(frame: Int16Array, coefficient: number): number {
  let [last, beforeLast] = [0, 0];
  for (const sample of frame) [last, beforeLast] = [sample + coefficient * last - beforeLast, last];
  return last * last + beforeLast * beforeLast - coefficient * last * beforeLast;
}

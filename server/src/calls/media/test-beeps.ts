import { createBeepDetector } from './beep.ts';
import { decodeG711, encodeG711 } from './g711.ts';

const frameSamples = 160;

/** At which frames a beep is found, after the sound went over the telephone. */
export function beepsIn(samples: Int16Array): number[] {
  const { push } = createBeepDetector();
  const heard = decodeG711(encodeG711(samples, 'PCMU'), 'PCMU');
  return Array.from({ length: Math.floor(heard.length / frameSamples) }, (_, index) => index).filter(
    (index) => push(heard.subarray(index * frameSamples, (index + 1) * frameSamples)),
  );
}

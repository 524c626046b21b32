/** Of a frame, relative to the loudest that can be sent. */
export function computeLevel(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return 10 * Math.log10(Math.max(sum / Math.max(samples.length, 1) / 32_768 ** 2, 1e-9));
}

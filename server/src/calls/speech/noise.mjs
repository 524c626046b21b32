/**
 * Takes the noise of the line out of speech (samples from -1 to 1): a Wiener filter with the estimate of Ephraim and Malah, 1984. The
 * recognizer knows speech in quiet rooms, and takes steady noise between words for sounds of other words. It is no TypeScript, since a
 * thread loads it: see recognizer.mjs.
 */

const size = 256;
const hop = size / 2;
const bins = hop + 1;
/** Quieter lines than this are left as they are. */
const quietDb = -62;
/** Frames that are quieter were lost. */
const lostDb = -85;
const quietShare = 0.2;
const overestimate = 1.5;
const smoothing = 0.97;
const minGain = 0.08;

const turns = Float64Array.from({ length: hop }, (_, index) => (2 * Math.PI * index) / size);
const [cosines, sines] = [turns.map(Math.cos), turns.map(Math.sin)];
/** The root, since frames are windowed before and after. */
const windowed = Float64Array.from({ length: size }, (_, index) =>
  Math.sin((Math.PI * (index + 0.5)) / size),
);

export function withoutNoise(samples) {
  const frames = [];
  for (let at = -hop; at < samples.length; at += hop) frames.push(frameOf(samples, at));
  const quiet = quietestOf(frames);
  if ((quiet.at(-1)?.db ?? quietDb) <= quietDb) return { samples, isNoisy: false };
  for (const { re, im } of frames) transform(re, im, 1);
  const noise = noiseIn(quiet);
  const clear = new Float32Array(samples.length);
  let before = new Float64Array(bins);
  for (const [index, frame] of frames.entries()) {
    before = attenuate(frame, noise, before);
    addTo(clear, frame, (index - 1) * hop);
  }
  return { samples: clear, isNoisy: true };
}

/** Longer than the packets that a line loses in a row. */
const silentFrames = 10;

/** Whether nothing at all was heard before the first sound. */
export function isSilentBefore(samples) {
  for (let index = 0; index < silentFrames; index += 1)
    if (frameOf(samples, index * hop).db > lostDb) return false;
  return true;
}

function frameOf(samples, at) {
  const re = Float64Array.from(windowed, (weight, index) => weight * (samples[at + index] ?? 0));
  let energy = 0;
  for (const value of re) energy += value * value;
  return { re, im: new Float64Array(size), db: 10 * Math.log10(energy / hop + 1e-12) };
}

function quietestOf(frames) {
  const heard = frames.filter(({ db }) => db > lostDb).sort((a, b) => a.db - b.db);
  return heard.slice(0, Math.ceil(heard.length * quietShare));
}

/** Their mean power, by frequency. */
function noiseIn(quiet) {
  const power = new Float64Array(bins);
  for (const { re, im } of quiet)
    for (let k = 0; k < bins; k += 1) power[k] += (re[k] ** 2 + im[k] ** 2) / quiet.length;
  return power.map((value) => value * overestimate + 1e-12);
}

/** Changes the frame, and returns the power of what is left of it. */
function attenuate({ re, im }, noise, before) {
  const left = new Float64Array(bins);
  for (let k = 0; k < bins; k += 1) {
    const power = re[k] ** 2 + im[k] ** 2;
    const ratio = (smoothing * before[k]) / noise[k] + (1 - smoothing) * Math.max(power / noise[k] - 1, 0);
    const gain = Math.max(minGain, ratio / (1 + ratio));
    left[k] = power * gain ** 2;
    re[k] *= gain;
    im[k] *= gain;
    const mirrored = size - k;
    if (mirrored === k || k === 0) continue;
    re[mirrored] *= gain;
    im[mirrored] *= gain;
  }
  return left;
}

function addTo(samples, { re, im }, at) {
  transform(re, im, -1);
  for (let index = 0; index < size; index += 1)
    if (at + index >= 0 && at + index < samples.length)
      samples[at + index] += (re[index] * windowed[index]) / size;
}

/** The discrete Fourier transform in place (Cooley and Tukey); `direction` -1 is the inverse, times the size. */
function transform(re, im, direction) {
  for (let i = 1, j = 0; i < size; i += 1) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let length = 2; length <= size; length <<= 1) {
    const step = size / length;
    for (let start = 0; start < size; start += length) {
      for (let k = 0; k < length / 2; k += 1) {
        const cos = cosines[k * step];
        const sin = -direction * sines[k * step];
        const a = start + k;
        const b = a + length / 2;
        const x = re[b] * cos - im[b] * sin;
        const y = re[b] * sin + im[b] * cos;
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
    }
  }
}

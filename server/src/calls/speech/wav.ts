/** Sound in WAV with 16 bits and one channel, which is what voices write. */
export interface Sound {
  readonly rate: number;
  readonly samples: Int16Array;
}

/** Undefined for what is no such file. */
export function parseWav(file: Buffer): Sound | undefined {
  if (
    file.length < 44 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WAVE'
  )
    return undefined;
  let rate = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const start = at + 8;
    const length = Math.min(file.readUInt32LE(at + 4), file.length - start);
    if (name === 'fmt ') {
      const isPlain = length >= 16 && file.readUInt16LE(start) === 1 && file.readUInt16LE(start + 2) === 1;
      if (!isPlain || file.readUInt16LE(start + 14) !== 16) return undefined;
      rate = file.readUInt32LE(start + 4);
    }
    if (name === 'data') {
      const samples = Int16Array.from({ length: length >> 1 }, (_, index) =>
        file.readInt16LE(start + 2 * index),
      );
      return rate > 0 ? { rate, samples } : undefined;
    }
    at = start + length + (length % 2);
  }
  return undefined;
}

export function serializeWav({ rate, samples }: Sound): Buffer {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples.length * 2, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) file.writeInt16LE(sample, 44 + 2 * index);
  return file;
}

/** As telephones carry it: 8 kHz, without what would fold back from above 4 kHz. */
export function toTelephone({ rate, samples }: Sound): Int16Array {
  if (rate === 8000) return samples;
  const ratio = rate / 8000;
  const taps = lowPass(Math.round(ratio * 12), 0.45 / ratio);
  const half = (taps.length - 1) / 2;
  return Int16Array.from({ length: Math.floor(samples.length / ratio) }, (_, index) => {
    const center = Math.round(index * ratio);
    let sum = 0;
    for (let k = 0; k < taps.length; k += 1) sum += (taps[k] ?? 0) * (samples[center + k - half] ?? 0);
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  });
}

/** A windowed sinc; the cut-off is relative to the rate of the samples. */
function lowPass(half: number, cutoff: number): Float64Array {
  const taps = Float64Array.from({ length: 2 * half + 1 }, (_, index) => {
    const x = index - half;
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x);
    return sinc * (0.54 + 0.46 * Math.cos((Math.PI * x) / half));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

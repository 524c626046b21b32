/** G.711 (ITU-T), both laws: 16-bit samples at 8 kHz to one byte each and back. */

export type G711Codec = 'PCMU' | 'PCMA';

export function encodeG711(samples: Int16Array, law: G711Codec): Uint8Array {
  const table = encoders[law];
  const bytes = new Uint8Array(samples.length);
  // Laws lose the low bits anyway: a table by the upper 14 is exact for mu-law and for A-law.
  for (let i = 0; i < samples.length; i += 1) bytes[i] = table[(samples[i]! >> 2) + 8192]!;
  return bytes;
}

export function decodeG711(bytes: Uint8Array, law: G711Codec): Int16Array {
  const table = decoders[law];
  const samples = new Int16Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) samples[i] = table[bytes[i]!]!;
  return samples;
}

/** What is sent while nobody speaks. */
export const silence: Readonly<Record<G711Codec, number>> = { PCMU: 0xff, PCMA: 0xd5 };

const muBias = 33;
const muMax = 8191;

function encodeMu(sample14: number): number {
  const sign = sample14 < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample14), muMax - muBias) + muBias;
  const exponent = 31 - Math.clz32(magnitude) - 5;
  const mantissa = (magnitude >> (exponent + 1)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function decodeMu(byte: number): number {
  const inverted = ~byte & 0xff;
  const magnitude = ((((inverted & 0x0f) << 1) + muBias) << ((inverted >> 4) & 7)) - muBias;
  return (inverted & 0x80 ? -magnitude : magnitude) << 2;
}

function encodeA(sample14: number): number {
  const sample13 = sample14 >> 1;
  const sign = sample13 < 0 ? 0 : 0x80;
  const magnitude = sample13 < 0 ? ~sample13 : sample13;
  const exponent = magnitude < 32 ? 0 : 31 - Math.clz32(magnitude) - 4;
  const mantissa = (magnitude >> (exponent === 0 ? 1 : exponent)) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

function decodeA(byte: number): number {
  const inverted = byte ^ 0x55;
  const exponent = (inverted >> 4) & 7;
  const mantissa = inverted & 0x0f;
  const magnitude = exponent === 0 ? (mantissa << 1) + 1 : ((mantissa << 1) + 33) << (exponent - 1);
  return (inverted & 0x80 ? magnitude : -magnitude) << 3;
}

const encodeTable = (law: (sample14: number) => number): Uint8Array =>
  Uint8Array.from({ length: 16_384 }, (_, index) => law(index - 8192));
const decodeTable = (law: (byte: number) => number): Int16Array =>
  Int16Array.from({ length: 256 }, (_, byte) => law(byte));

const encoders: Readonly<Record<G711Codec, Uint8Array>> = {
  PCMU: encodeTable(encodeMu),
  PCMA: encodeTable(encodeA),
};
const decoders: Readonly<Record<G711Codec, Int16Array>> = {
  PCMU: decodeTable(decodeMu),
  PCMA: decodeTable(decodeA),
};

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { decodeG711, encodeG711, silence, type G711Codec } from './g711.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const allSamples = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);
const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Of what CPython's audioop makes of the same values, which follows the reference of the ITU. */
const reference: Record<G711Codec, { readonly encoded: string; readonly decoded: string }> = {
  PCMU: {
    encoded: '81d633c9e6972a18c74a58720b96cb8ca0bdd096d4060b646dd708c3b846019a',
    decoded: '3dab54339e520bb2c924826e3b72a917a2b612e9fd12fc867500f1d983a75827',
  },
  PCMA: {
    encoded: '38488f6fd710f4686360edc4d38639f96c491595ef93f8eb8d62d5e07ca6ce7b',
    decoded: 'e04788d110e58ff8c70c93b8480190d973e3b67876b6119abbaec766cc75c174',
  },
};

test.each(['PCMU', 'PCMA'] as const)('%s is the reference for all 65,536 samples and 256 bytes', (law) => {
  expect(sha256(encodeG711(allSamples, law))).toBe(reference[law].encoded);
  expect(sha256(Buffer.from(decodeG711(allBytes, law).buffer))).toBe(reference[law].decoded);
});

test.each(['PCMU', 'PCMA'] as const)('silence of %s is silent', (law) => {
  expect(Math.abs(decodeG711(Uint8Array.of(silence[law]), law)[0] ?? 99)).toBeLessThanOrEqual(8);
});

import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { UnreadablePicture } from './picture.ts';
import { parsePicture } from './rules.ts';
import * as pictures from './test-pictures.ts';

const { png, jpeg, webp } = pictures;
const all = [
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', webp],
] as const;

test.each(all)('%s: type and size come from the bytes, which stay as they are', (type, file) => {
  const picture = parsePicture(file);
  expect(picture).toMatchObject({ type, width: 8, height: 6 });
  expect(picture?.bytes.equals(file)).toBe(true);
});

test.each([
  ['image/png', pictures.pngWithText, png],
  ['image/webp', pictures.webpWithExif, webp],
])('%s: what says where it was taken is removed, and nothing else', (_, file, clean) => {
  expect(file.includes('GPS')).toBe(true);
  expect(parsePicture(file)?.bytes.equals(clean)).toBe(true);
});

test('image/jpeg: EXIF and comments are removed; which way up it is stays', () => {
  const bytes = parsePicture(pictures.jpegOfPhone)?.bytes;
  expect(bytes?.includes('GPS')).toBe(false);
  expect(bytes?.indexOf(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBeGreaterThan(0);
  expect(bytes?.subarray(38).equals(jpeg.subarray(2))).toBe(true);
});

test.each(all)('%s: what follows the end of the picture is dropped', (_, file) => {
  const polyglot = Buffer.concat([file, Buffer.from('<script>alert(1)</script>')]);
  expect(parsePicture(polyglot)?.bytes.equals(file)).toBe(true);
});

test.each([
  ['SVG', pictures.svg],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['GIF', Buffer.from('GIF89a')],
  ['nothing', Buffer.alloc(0)],
])('%s is none of the types', (_, file) => {
  expect(parsePicture(file)).toBeUndefined();
});

const changed = (file: Buffer, at: number): Buffer => {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

test.each([
  ['a moving picture', pictures.movingWebp, 'The image must not be animated.'],
  [
    'too wide',
    pictures.createPngOfSize(4097, 6),
    'The image has 4097 × 6 pixels; the maximum is 4096 × 4096.',
  ],
  ['no size', pictures.createPngOfSize(0, 6), 'The image has no size.'],
  ['a wrong checksum', changed(png, 45), 'The image is damaged or incomplete.'],
])('%s is refused with a sentence', (_, file, sentence) => {
  expect(() => parsePicture(file)).toThrow(new UnreadablePicture(sentence));
});

test('whatever is cut off or changed, the answer is a picture, none, or a sentence', () => {
  const damaged = fc
    .tuple(fc.constantFrom(png, pictures.jpegOfPhone, pictures.webpWithExif), fc.nat(), fc.nat(), fc.nat(255))
    .map(([file, end, at, byte]) => {
      const copy = Buffer.from(file.subarray(0, 12 + (end % (file.length - 11))));
      copy[12 + (at % Math.max(1, copy.length - 12))] = byte;
      return copy;
    });
  fc.assert(
    fc.property(damaged, (file) => {
      try {
        const picture = parsePicture(file);
        if (picture) expect(parsePicture(picture.bytes)?.bytes.equals(picture.bytes)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadablePicture);
      }
    }),
    { numRuns: 3000 },
  );
});

test('image/png: data that inflates to far more than its pixels is refused', () => {
  const bomb = pictures.createPngOfData(16, 16, deflateSync(Buffer.alloc(100_000_000)));
  expect(bomb.length).toBeLessThan(200_000);
  expect(() => parsePicture(bomb)).toThrow(UnreadablePicture);
  expect(parsePicture(pictures.createPngOfData(16, 16, deflateSync(Buffer.alloc(16 * 65))))?.width).toBe(16);
});

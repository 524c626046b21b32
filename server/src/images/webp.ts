import { pictureIncomplete, UnreadablePicture, type Picture } from './picture.ts';

type Size = Pick<Picture, 'width' | 'height'>;

/** The picture and its colours. Left out: EXIF, XMP and whatever else there is. */
const kept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);

export function isWebp(file: Buffer): boolean {
  return file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
}

/** A file is a list of chunks: type, length, data, and a byte of padding after an odd length. */
export function parseWebp(file: Buffer): Picture {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) throw pictureIncomplete();
  const parts: Buffer[] = [];
  let canvas: Size | undefined;
  let size: Size | undefined;
  let at = 12;
  while (at + 8 <= end) {
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (next > end) throw pictureIncomplete();
    const chunk = file.subarray(at, next);
    const data = chunk.subarray(8);
    if (type === 'VP8X') canvas = sizeOfCanvas(data);
    if (type === 'VP8 ') size = sizeOfLossy(data);
    if (type === 'VP8L') size = sizeOfLossless(data);
    if (type === 'ANIM' || type === 'ANMF') throw new UnreadablePicture('The image must not be animated.');
    if (kept.has(type)) parts.push(type === 'VP8X' ? withoutMetadata(chunk) : chunk);
    at = next;
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height)))
    throw pictureIncomplete();
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const header = Buffer.from('RIFF0000');
  header.writeUInt32LE(body.length, 4);
  return { type: 'image/webp', ...size, bytes: Buffer.concat([header, body]) };
}

function sizeOfCanvas(data: Buffer): Size {
  if (data.length < 10) throw pictureIncomplete();
  return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
}

function sizeOfLossy(data: Buffer): Size {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) throw pictureIncomplete();
  return { width: data.readUInt16LE(6) % 0x4000, height: data.readUInt16LE(8) % 0x4000 };
}

function sizeOfLossless(data: Buffer): Size {
  if (data.length < 5 || data[0] !== 0x2f) throw pictureIncomplete();
  const bits = data.readUInt32LE(1);
  return { width: 1 + (bits % 0x4000), height: 1 + ((bits >>> 14) % 0x4000) };
}

/** The flags of the header say which chunks there are: no EXIF and no XMP. */
function withoutMetadata(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy.writeUInt8((copy[8] ?? 0) & ~0x0c, 8);
  return copy;
}

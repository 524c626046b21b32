import { crc32 } from 'node:zlib';
import { pictureIncomplete, type Picture } from './picture.ts';

const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
/** The picture and its colours. Left out: texts, times, previews, EXIF, and the other frames of an animation. */
const kept = new Set('IHDR PLTE tRNS cHRM gAMA iCCP sRGB cICP sBIT IDAT IEND'.split(' '));

export function isPng(file: Buffer): boolean {
  return file.subarray(0, 8).equals(signature);
}

/** A file is a list of chunks: length, type, data, checksum. What follows the end of the picture is dropped. */
export function parsePng(file: Buffer): Picture {
  const parts: Buffer[] = [signature];
  const types = new Set<string>();
  let dataBytes = 0;
  let at = signature.length;
  while (!types.has('IEND')) {
    if (at + 12 > file.length) throw pictureIncomplete();
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw pictureIncomplete();
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) throw pictureIncomplete();
    const type = file.toString('latin1', at + 4, at + 8);
    if (types.size === 0 && (type !== 'IHDR' || end - at !== 25)) throw pictureIncomplete();
    types.add(type);
    if (type === 'IDAT') dataBytes += end - at - 12;
    if (kept.has(type)) parts.push(file.subarray(at, end));
    at = end;
  }
  if (!types.has('IDAT')) throw pictureIncomplete();
  const header = signature.length + 8;
  if (dataBytes > maxDataBytes(file.subarray(header))) throw pictureIncomplete();
  return {
    type: 'image/png',
    width: file.readUInt32BE(header),
    height: file.readUInt32BE(header + 4),
    bytes: Buffer.concat(parts),
  };
}

/**
 * Data that is much longer than its pixels, even compressed badly, is more than the picture: made to fill the memory of a program that
 * inflates all of it. We inflate nothing, and decoders stop after the last row.
 */
function maxDataBytes(header: Buffer): number {
  const [width, height, depth, color] = [0, 4, 8, 9].map((at) =>
    at < 8 ? header.readUInt32BE(at) : header.readUInt8(at),
  ) as [number, number, number, number];
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[color] ?? 0;
  const rowBytes = Math.ceil((width * channels * depth) / 8) + 1;
  return 2 * height * rowBytes + 1024;
}

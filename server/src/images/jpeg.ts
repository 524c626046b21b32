import { pictureIncomplete, type Picture } from './picture.ts';

const startOfImage = Buffer.from([0xff, 0xd8]);
const endOfImage = Buffer.from([0xff, 0xd9]);

export function isJpeg(file: Buffer): boolean {
  return file.subarray(0, 2).equals(startOfImage) && file[2] === 0xff;
}

/**
 * A file is a list of segments, some followed by the data of a scan. Comments and application data are left out, since
 * photos of a phone say there when and where they were taken; what follows the end of the picture is dropped.
 */
export function parseJpeg(file: Buffer): Picture {
  const parts: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  let at = 2;
  for (;;) {
    const marker = file[at + 1];
    if (file[at] !== 0xff || marker === undefined) throw pictureIncomplete();
    if (marker === 0xd9) break;
    // Padding.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (at + 4 > file.length) throw pictureIncomplete();
    let end = at + 2 + file.readUInt16BE(at + 2);
    if (end < at + 4 || end > file.length) throw pictureIncomplete();
    const segment = file.subarray(at, end);
    if (isFrame(marker)) size = sizeOf(segment);
    if (marker === 0xe1) orientation = orientationOf(segment) ?? orientation;
    if (marker === 0xda) end = endOfScan(file, end);
    if (isKept(marker, segment)) parts.push(file.subarray(at, end));
    at = end;
  }
  if (!size) throw pictureIncomplete();
  const turned = orientation === 1 ? [] : [orientationSegment(orientation)];
  return {
    type: 'image/jpeg',
    ...size,
    bytes: Buffer.concat([startOfImage, ...turned, ...parts, endOfImage]),
  };
}

/** The header of a frame, of any way of encoding it. Three markers in between mean something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function sizeOf(segment: Buffer): { width: number; height: number } {
  if (segment.length < 9) throw pictureIncomplete();
  return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
}

/** Application data is kept where the colours depend on it. */
function isKept(marker: number, segment: Buffer): boolean {
  const begins = (text: string): boolean => segment.toString('latin1', 4, 4 + text.length) === text;
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  // Longer than this, it holds a preview.
  if (marker === 0xe0) return begins('JFIF\0') && segment.length === 18;
  return (marker === 0xe2 && begins('ICC_PROFILE\0')) || (marker === 0xee && begins('Adobe'));
}

/** In the data of a scan, 0xff is followed by 0 or by the number of a restart. */
function endOfScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at !== -1 && at + 1 < file.length) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7) && next !== 0xff) return at;
    at = file.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  throw pictureIncomplete();
}

/** Which way a camera was held, 1 to 8: the one entry of EXIF without which a photo would lie on its side. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0') return undefined;
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const has = (at: number, length: number): boolean => at + length <= tiff.length;
  const u16 = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  if (!has(4, 4)) return undefined;
  const list = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (!has(list, 2)) return undefined;
  for (let entry = list + 2; entry < list + 2 + u16(list) * 12 && has(entry, 12); entry += 12) {
    const value = u16(entry + 8);
    if (u16(entry) === 0x0112 && value >= 1 && value <= 8) return value;
  }
  return undefined;
}

/** EXIF with that one entry. */
function orientationSegment(orientation: number): Buffer {
  const list = Buffer.from('ffe100224578696600004d4d002a000000080001', 'hex');
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
  const end = Buffer.alloc(4);
  return Buffer.concat([list, entry, end]);
}

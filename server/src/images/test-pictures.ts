import { crc32 } from 'node:zlib';

/** Small pictures of each type, 8 × 6 pixels, and what can be wrong with one. */

const decode = (text: string): Buffer => Buffer.from(text, 'base64');

export const png = decode(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAYAAAD+Bd/7AAAAOUlEQVR4AYSMMQ0AMAzDqnIYhF2DNVAjtbskyqBP+0Z5EslHpMRefzWybzbiJqIH54UhLNQGfnAfAAAA///SEBZkAAAABklEQVQDAFZPG50EStWOAAAAAElFTkSuQmCC',
);
export const jpeg = decode(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAdEAABBAIDAAAAAAAAAAAAAAAAAQIEEgMRE0Hx/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAZEQACAwEAAAAAAAAAAAAAAAABAgADETH/2gAMAwEAAhEDEQA/AITJ2WbTlaxKb1VF78ABQ1VJUgRBgENZix1uz//Z',
);
export const webp = decode(
  'UklGRmAAAABXRUJQVlA4WAoAAAAAAAAABwAABQAAVlA4IEIAAADwAQCdASoIAAYAAsBMJbACdLoAArorxAAA/sYGIZuqvyNOY/7Xx77+8fT/4fZDBn6BfYHxl+8YascfuhTWLcQQ+AA=',
);

/** Where the photo was taken, as a camera writes it; with the camera turned by a quarter. */
const exif = Buffer.concat([
  Buffer.from('4578696600004d4d002a00000008000201120003000000010006000000000000', 'hex'),
  Buffer.from('GPS 52.5200 13.4050'),
]);

export const jpegOfPhone = insertBytes(
  jpeg,
  2,
  segment(0xe1, exif),
  segment(0xfe, Buffer.from('GPS in a comment')),
);

export const pngWithText = insertBytes(png, 33, chunk('tEXt', 'Comment\0GPS 52.5200'), chunk('eXIf', 'GPS'));

export const webpWithExif = riff(
  insertBytes(setFlags(webp, 0x0c), webp.length, riffChunk('EXIF', 'GPS 52.5200'), riffChunk('XMP ', 'GPS!')),
);

export const movingWebp = riff(insertBytes(webp, webp.length, riffChunk('ANIM', '\0\0\0\0\0\0')));

export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

export function createPngOfSize(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const header = Buffer.concat([size, png.subarray(24, 29)]);
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header.toString('latin1')), png.subarray(33)]);
}

export function createPngOfData(width: number, height: number, data: Buffer): Buffer {
  const start = createPngOfSize(width, height).subarray(0, 33);
  return Buffer.concat([start, chunk('IDAT', data.toString('latin1')), chunk('IEND', '')]);
}

export function insertBytes(file: Buffer, at: number, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)]);
}

function segment(marker: number, data: Buffer): Buffer {
  const length = data.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), data]);
}

function chunk(type: string, text: string): Buffer {
  const data = Buffer.from(text, 'latin1');
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

function riffChunk(type: string, text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(text), Buffer.alloc(text.length % 2)]);
}

function riff(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(copy.length - 8, 4);
  return copy;
}

function setFlags(file: Buffer, flags: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt8(flags, 20);
  return copy;
}

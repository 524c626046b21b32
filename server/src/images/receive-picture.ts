import type { Upload } from '../platform/http/serve-upload.ts';
import { failed, invalidField } from '../platform/problems.ts';
import { UnreadablePicture, type Picture } from './picture.ts';
import { parsePicture } from './rules.ts';

const maxBytes = 2 * 1024 * 1024;

/** Reads a picture of at most 2 MB into memory and parses it. */
export async function receivePicture({ bytes }: Upload): Promise<Picture> {
  const file = await readAll(bytes);
  const picture = parse(file);
  if (!picture) throw failed(415, 'The file isn’t a PNG, JPEG or WebP image, whatever its name says.');
  return picture;
}

async function readAll(bytes: Upload['bytes']): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxBytes) throw failed(413, 'The image is larger than 2 MB.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function parse(file: Buffer): Picture | undefined {
  try {
    return parsePicture(file);
  } catch (error) {
    if (error instanceof UnreadablePicture) throw invalidField('image', error.message);
    throw error;
  }
}

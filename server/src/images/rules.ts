import { isJpeg, parseJpeg } from './jpeg.ts';
import { UnreadablePicture, type Picture } from './picture.ts';
import { isPng, parsePng } from './png.ts';
import { isWebp, parseWebp } from './webp.ts';

/** What a browser needs 64 MB of memory to show. */
export const maxPixels = 4096;

/** The picture of a file, by its bytes and not by what it is called; undefined when it is none of the types we take. */
export function parsePicture(file: Buffer): Picture | undefined {
  const picture = isPng(file)
    ? parsePng(file)
    : isJpeg(file)
      ? parseJpeg(file)
      : isWebp(file)
        ? parseWebp(file)
        : undefined;
  if (picture) requireSize(picture);
  return picture;
}

function requireSize({ width, height }: Picture): void {
  if (width < 1 || height < 1) throw new UnreadablePicture('The image has no size.');
  if (width > maxPixels || height > maxPixels) {
    const size = `The image has ${width} × ${height} pixels`;
    throw new UnreadablePicture(`${size}; the maximum is ${maxPixels} × ${maxPixels}.`);
  }
}

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

export function buildImageName(hash: string, type: Picture['type']): string {
  return `${hash}.${extensions[type]}`;
}

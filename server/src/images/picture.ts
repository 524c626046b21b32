/** A picture that was rebuilt from its own parts: what its type needs and nothing else. */
export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** The bytes begin like a picture, and are none that we take. The message is for the person who sent it. */
export class UnreadablePicture extends Error {}

export function pictureIncomplete(): UnreadablePicture {
  return new UnreadablePicture('The image is damaged or incomplete.');
}

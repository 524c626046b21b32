export type { Picture } from './picture.ts';
export { receivePicture } from './receive-picture.ts';
export { storeImage } from './store-image.ts';
export { deleteImage } from './store.ts';

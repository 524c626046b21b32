export { allowPlatform, endPlatform } from './allow-platform.ts';
export { listPlatforms } from './store.ts';

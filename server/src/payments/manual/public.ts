export { manualProvider } from './provider.ts';

export { elevenLabsProvider } from './provider.ts';

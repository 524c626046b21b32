export { elevenLabs } from './provider.ts';

export { vapi } from './provider.ts';

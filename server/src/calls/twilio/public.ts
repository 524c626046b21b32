export { twilioProvider } from './provider.ts';

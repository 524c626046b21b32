export { icsProvider } from './provider.ts';

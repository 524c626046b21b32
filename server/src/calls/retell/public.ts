export { retellProvider } from './provider.ts';

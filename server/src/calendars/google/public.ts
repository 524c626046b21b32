export { googleProvider } from './provider.ts';

export { microsoftProvider } from './provider.ts';

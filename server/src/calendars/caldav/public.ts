export { caldavProvider } from './provider.ts';

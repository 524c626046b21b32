export { templateProvider } from './provider.ts';

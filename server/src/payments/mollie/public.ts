export { mollieProvider } from './provider.ts';

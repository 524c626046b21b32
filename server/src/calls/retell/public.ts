export { retell } from './provider.ts';

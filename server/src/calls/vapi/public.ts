export { vapiProvider } from './provider.ts';

export { templateProvider } from './provider.ts';
export { templateSettings } from './settings.ts';

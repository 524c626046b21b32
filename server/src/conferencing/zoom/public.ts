export { zoomProvider } from './provider.ts';
export { zoomSettings } from './settings.ts';

export { zoomAccount, zoomProvider } from './provider.ts';
export { accessToken, type ZoomCredentials } from './request.ts';

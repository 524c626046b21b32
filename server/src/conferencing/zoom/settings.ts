import { declareSettings } from '../../platform/settings.ts';

/** Where Zoom is; tests have one of their own. */
export const zoomSettings = declareSettings({}, () => ({
  apiUrl: 'https://api.zoom.us/v2',
  tokenUrl: 'https://zoom.us/oauth/token',
}));

import type { Site } from '../platform/http/app.ts';
import { servePages, type ShowError } from '../platform/http/pages.ts';
import { showImage } from './show-image.ts';

/** The pictures themselves. */
export function serveImages(showError: ShowError): Site {
  return (app, runtime) =>
    servePages(app, runtime, [{ method: 'GET', path: '/images/:name', handle: showImage }], showError);
}

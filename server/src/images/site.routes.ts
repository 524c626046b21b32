import type { FastifyInstance } from 'fastify';
import { showError } from '../pages/public.ts';
import type { Runtime } from '../platform/context.ts';
import { servePages } from '../platform/http/pages.ts';
import { showImage } from './show-image.ts';

/** The pictures themselves. */
export function serveImages(app: FastifyInstance, runtime: Runtime): void {
  servePages(app, runtime, [{ method: 'GET', path: '/images/:name', handle: showImage }], showError);
}

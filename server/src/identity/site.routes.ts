import type { Site } from '../platform/http/app.ts';
import { serveOauth } from './grants/site.routes.ts';

/** What is served beside the API. */
export const serveIdentity: Site = (app, runtime) => serveOauth(app, runtime);

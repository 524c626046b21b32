import { openApi } from '@daybook/contract/openapi';
import { fastify, type FastifyInstance } from 'fastify';
import { notFound } from '../problems.ts';

/** The API reference with its console at `/docs`, and the OpenAPI document behind it. Nothing is loaded from another host. */
export function serveReference(app: FastifyInstance, publicUrl: string): void {
  let description: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApi(publicUrl));
    return reply
      .type('application/json; charset=utf-8')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(description);
  });

  let console: Promise<FastifyInstance> | undefined;
  const answer = async (url: string) => {
    console ??= openConsole();
    return (await console).inject({ url });
  };
  app.get('/docs', (_request, reply) => reply.redirect('/docs/'));
  app.get('/docs/*', async (request, reply) => {
    const page = await answer(request.url);
    if (page.statusCode === 404) throw notFound('Route');
    return reply
      .status(page.statusCode)
      .type(String(page.headers['content-type']))
      .header('content-security-policy', consolePolicy)
      .send(page.rawPayload);
  });
}

/** A server of its own, created at the first visit: the console is 4 MB, which would slow every start. */
async function openConsole(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Daybook API',
      // What follows would send the reader, or the description, to servers of others.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  });
  await app.ready();
  return app;
}

/** The console has inline styles and scripts, and may connect to this server only. */
const consolePolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

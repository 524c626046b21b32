import { openApi } from '@daybook/contract/openapi';
import { fastify, type FastifyInstance } from 'fastify';
import { lruCache } from '../lru-cache.ts';
import { notFound } from '../problems.ts';

/** The API reference with its console at `/docs`, and the OpenAPI document behind it. Nothing is loaded from another host. */
export function serveReference(app: FastifyInstance, publicUrl: string): void {
  let description: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApi(publicUrl));
    return reply.type('application/json; charset=utf-8').headers(forAnyOrigin).send(description);
  });

  let console: Promise<FastifyInstance> | undefined;
  const files = lruCache<Promise<ConsoleFile>>(mostFiles);
  const load = (path: string): Promise<ConsoleFile> => {
    console ??= openConsole();
    const loaded = files.get(path) ?? loadFile(console, path);
    files.set(path, loaded);
    return loaded;
  };
  app.get('/docs', (_request, reply) => reply.redirect('/docs/'));
  app.get('/docs/*', async (request, reply) => {
    const { status, type, content } = await load(request.url.split('?', 1)[0] ?? '');
    if (status === 404) throw notFound('Route');
    return reply
      .status(status)
      .type(type)
      .headers({ ...forAnyOrigin, 'content-security-policy': consolePolicy })
      .send(content);
  });
}

interface ConsoleFile {
  readonly status: number;
  readonly type: string;
  /** One copy for everyone who loads it: the script has 4 MB. */
  readonly content: Buffer;
}

const mostFiles = 20;

async function loadFile(console: Promise<FastifyInstance>, url: string): Promise<ConsoleFile> {
  const { statusCode, headers, rawPayload } = await (await console).inject({ url });
  const type = String(headers['content-type']);
  return { status: statusCode, type, content: withMemoryStorage(rawPayload, type) };
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

/** The console's own origin is none, so that it loads even its own scripts from another one. */
const forAnyOrigin = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };

/**
 * The console is the code of others, with inline scripts. In a sandbox its page has an origin of its own, so that it can't read
 * or use the cookie of a session; requests that a reader tries out have a token. It may connect to this server only.
 */
const consolePolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
].join('; ');

/** A page without an origin has no storage; the console expects one, and fails without. */
function withMemoryStorage(page: Buffer, type: string): Buffer {
  if (!type.startsWith('text/html')) return page;
  return Buffer.from(page.toString('utf8').replace('<head>', `<head>${memoryStorage}`));
}

const memoryStorage = `<script>for (const name of ['localStorage', 'sessionStorage']) {
  const values = new Map();
  Object.defineProperty(window, name, { value: {
    getItem: (key) => values.get(String(key)) ?? null,
    setItem: (key, value) => void values.set(String(key), String(value)),
    removeItem: (key) => void values.delete(String(key)),
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    get length() { return values.size; },
  } });
}</script>`;

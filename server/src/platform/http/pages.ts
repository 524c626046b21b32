import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../context.ts';
import { newUuid } from '../ids.ts';
import { badRequest, failed, notFound, Problem, unexpected } from '../problems.ts';
import { isReservedSlug } from '../slugs.ts';
import { createLimiter, enforce } from './rate-limit.ts';

/** Pages of HTML for visitors: what HTTP brings, in plain terms, and what goes back. */

export interface Visit {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** What a form brought; undefined for a GET. */
  readonly form: URLSearchParams | undefined;
  readonly cookies: Readonly<Record<string, string>>;
  readonly languages: string;
  readonly address: string;
  /** Lets this answer's own inline style and script run. */
  readonly nonce: string;
}

export type Shown =
  | Html
  | { readonly redirect: string }
  | { readonly file: string; readonly type: string; readonly name: string };

interface Html {
  readonly html: string;
  /** The visit's, with which the page was written. */
  readonly nonce: string;
  readonly status?: number;
  readonly cookies?: readonly string[];
  /** Opens to whoever has its address: it is kept nowhere, and not compressed, which could tell its length. */
  readonly isSecret?: boolean;
  /** The sites that may show it in a frame, null for any. Left out, nobody may. */
  readonly framers?: readonly string[] | null | undefined;
  /** It shows pages of ours in frames itself. */
  readonly hasFrames?: boolean;
}

export interface Page {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly show: (runtime: Runtime, visit: Visit) => Promise<Shown>;
}

type ShowFailure = (runtime: Runtime, visit: Visit, problem: Problem) => Shown;

const formLimitBytes = 64 * 1024;

export function servePages(
  app: FastifyInstance,
  runtime: Runtime,
  pages: readonly Page[],
  showFailure: ShowFailure,
): void {
  const { clock, config } = runtime;
  const limiter = config.rateLimit === 'off' ? undefined : createLimiter(clock, config.rateLimit.perAddress);
  void app.register(async (site) => {
    takeForms(site);
    for (const { method, path, show } of pages) {
      // Below our own addresses there are no pages but those that are named: the rest is answered as the API does.
      const isOurs = (request: FastifyRequest): boolean =>
        path.startsWith('/:') && isReservedSlug(firstSegment(request));
      site.route({
        method,
        url: path,
        bodyLimit: formLimitBytes,
        ...(method === 'GET' && { exposeHeadRoute: true }),
        async onRequest(request, reply) {
          if (isOurs(request)) throw notFound('Route');
          // No text in PostgreSQL holds a null character, so nothing has such a name.
          if (Object.values(request.params as object).some((part) => String(part).includes('\0'))) {
            throw notFound('Page');
          }
          if (limiter) void reply.headers(enforce(limiter.take(request.ip)));
        },
        handler: async (request, reply) => send(request, reply, await show(runtime, visitOf(request))),
        errorHandler(error, request, reply) {
          const problem = error instanceof Problem ? error : mishap(runtime, error, request);
          if (!wantsHtml(request) || isOurs(request)) {
            return reply.status(problem.status).headers(problem.headers).send(problem.body);
          }
          void reply.headers(problem.headers);
          return send(request, reply, showFailure(runtime, visitOf(request), problem), problem.status);
        },
      });
    }
  });
}

function mishap(runtime: Runtime, error: Error & { statusCode?: number }, request: FastifyRequest): Problem {
  if (error.statusCode !== undefined && error.statusCode < 500)
    return failed(error.statusCode, error.message);
  const errorId = newUuid();
  const route = request.routeOptions.url;
  runtime.log.error({ err: error, errorId, requestId: request.id, route }, 'page failed');
  return unexpected(errorId);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function takeForms(site: FastifyInstance): void {
  const parse = (
    _: FastifyRequest,
    body: Buffer,
    done: (error: Error | null, value?: unknown) => void,
  ): void => {
    try {
      done(null, new URLSearchParams(utf8.decode(body)));
    } catch {
      done(badRequest('The body is not valid UTF-8.'));
    }
  };
  site.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parse as never);
}

function firstSegment(request: FastifyRequest): string {
  const segment = request.url.split(/[/?]/)[1] ?? '';
  // The pages whose own first segment is one of ours.
  return ['team', 's', 'bookings', 'forms'].includes(segment) ? '' : segment;
}

function visitOf(request: FastifyRequest): Visit {
  const [path = '/'] = request.url.split('?');
  const isPost = request.method === 'POST';
  return {
    path,
    params: request.params as Record<string, string>,
    query: firstOfEach(request.query as Record<string, string | string[]>),
    form: isPost
      ? request.body instanceof URLSearchParams
        ? request.body
        : new URLSearchParams()
      : undefined,
    cookies: cookiesIn(request.headers.cookie ?? ''),
    languages: request.headers['accept-language'] ?? '',
    address: request.ip,
    nonce: randomBytes(12).toString('base64url'),
  };
}

function firstOfEach(query: Record<string, string | string[]>): Record<string, string> {
  const entries = Object.entries(query).slice(0, 100);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, String(Array.isArray(value) ? (value[0] ?? '') : value)]),
  );
}

function cookiesIn(header: string): Record<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decoded(value)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function wantsHtml(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

const zip = promisify(gzip);

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown,
  status = 200,
): Promise<FastifyReply> {
  if ('redirect' in shown) return reply.status(303).header('location', shown.redirect).send('');
  if ('file' in shown) {
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${shown.name}"` })
      .type(shown.type)
      .send(shown.file);
  }
  void reply.status(shown.status ?? status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': shown.isSecret ? 'no-store' : 'private, no-cache',
    'content-security-policy': policy(shown),
    vary: 'accept-encoding, accept-language, cookie',
    ...(shown.cookies && shown.cookies.length > 0 && { 'set-cookie': [...shown.cookies] }),
  });
  if (shown.framers !== undefined) allowFrames(reply);
  const zips = !shown.isSecret && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (!zips) return reply.send(shown.html);
  return reply.header('content-encoding', 'gzip').send(await zip(shown.html));
}

/** The policy says who may; the older headers know no list, and would forbid it to all. */
function allowFrames(reply: FastifyReply): void {
  void reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin');
}

function policy({ nonce, framers, hasFrames }: Html): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    ...(hasFrames ? ["frame-src 'self'"] : []),
    `frame-ancestors ${ancestors(framers)}`,
  ].join('; ');
}

/** Ours are always among those who may. */
function ancestors(framers: Html['framers']): string {
  if (framers === undefined) return "'none'";
  return framers === null ? '*' : ["'self'", ...framers].join(' ');
}

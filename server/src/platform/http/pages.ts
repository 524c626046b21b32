import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../context.ts';
import { badRequest, invalidField, notFound, type Problem } from '../problems.ts';
import { isReservedSlug } from '../slugs.ts';
import { rejectCrossSite } from './caller.ts';
import { sendProblem, toProblem } from './errors.ts';
import { rejectWhenFull } from './guard.ts';
import { getNetwork } from './network.ts';
import { redirectToDomain, selectHost } from './hosts.ts';
import { createLimiter, enforceLimit } from './rate-limit.ts';
import { createSharing } from './shared-limits.ts';

/** HTML pages for visitors: requests as plain records, and the responses to them. */

export interface Visit {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The query as it was sent. */
  readonly search: string;
  /** The submitted form; undefined for a GET. */
  readonly form: URLSearchParams | undefined;
  readonly cookies: Readonly<Record<string, string>>;
  readonly languages: string;
  readonly userAgent: string;
  readonly ip: string;
  /** It comes from a browser, and not from a client of the API. */
  readonly wantsHtml: boolean;
  /** Of the content security policy: allows this response's own inline style and script. */
  readonly nonce: string;
}

export type PageResponse =
  | Html
  | { readonly redirect: string; readonly cookies?: readonly string[] }
  | { readonly file: string; readonly type: string; readonly name: string }
  /** Its URL is made of its content, so it may be cached for ever. */
  | { readonly image: Buffer; readonly type: string }
  /** A text or picture that belongs to nobody, the same for everybody. */
  | { readonly content: string | Buffer; readonly type: string };

export interface Html {
  readonly html: string;
  /** The visit's, which the document contains. */
  readonly nonce: string;
  readonly status?: number;
  readonly cookies?: readonly string[];
  /** Anyone with its URL may open it: never cached, and not compressed, since the length could reveal content. */
  readonly isSecret?: boolean;
  /** The sites that may embed it in a frame, null for any. If left out, none may. */
  readonly frameAncestors?: readonly string[] | null | undefined;
  /** It embeds pages of ours itself. */
  readonly hasFrames?: boolean;
  /** Its form leads to a page of somebody else, such as a provider of payments. */
  readonly formLeavesSite?: boolean;
  /** A program of ours: no inline script, no HTML from strings, and pictures that it makes itself. */
  readonly isProgram?: boolean;
}

export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handle: (runtime: Runtime, visit: Visit) => Promise<PageResponse>;
  /** Refuses forms that another site sends. */
  readonly sameOriginOnly?: true;
  /** Where a form of somebody else is larger than ours. */
  readonly bodyLimitBytes?: number;
  /** A page of a workspace, which redirects to its own domain once it has one. */
  readonly movesToDomain?: true;
}

export type ShowError = (runtime: Runtime, visit: Visit, problem: Problem) => PageResponse;

const formLimitBytes = 64 * 1024;
/** More than any form of ours sends; counted before the form is parsed. */
const maxFields = 1000;

export function servePages(
  app: FastifyInstance,
  runtime: Runtime,
  pages: readonly PageRoute[],
  showError: ShowError,
): void {
  const { clock, config } = runtime;
  const limiter =
    config.rateLimit === 'off'
      ? undefined
      : createLimiter(clock, config.rateLimit.perAddress, createSharing(runtime, 'page'));
  void app.register(async (site) => {
    parseForms(site);
    for (const page of pages) {
      const { method, path, handle, sameOriginOnly, movesToDomain } = page;
      // No user or team can have a reserved slug: such a path is answered as the API does.
      const isReserved = (request: FastifyRequest): boolean =>
        path.startsWith('/:') && isReservedSlug(firstSegment(request));
      site.route({
        method,
        url: path,
        bodyLimit: page.bodyLimitBytes ?? formLimitBytes,
        async onRequest(request, reply) {
          if (isReserved(request)) throw notFound('Route');
          rejectWhenFull(runtime);
          // Slugs, tokens and ids are printable ASCII; nothing has another name, and no redirect could contain it.
          if (Object.values(request.params as object).some((part) => !/^[!-~]+$/.test(String(part)))) {
            throw notFound('Page');
          }
          if (sameOriginOnly) rejectCrossSite(request, config.publicUrl);
          if (limiter) void reply.headers(enforceLimit(limiter.take(getNetwork(request.ip))));
        },
        async handler(request, reply) {
          const visit = visitOf(request);
          const moves = movesToDomain && method === 'GET' && comesFromElsewhere(request, visit);
          const visited = moves ? redirectToDomain(runtime, request) : selectHost(runtime, request);
          return send(request, reply, await handle(visited, visit));
        },
        errorHandler(error, request, reply) {
          const problem = toProblem(runtime, error, request);
          const isPlain = problem.status < 400 || !wantsHtml(request) || isReserved(request);
          if (isPlain) return sendProblem(reply, problem);
          void reply.headers(problem.headers);
          return send(
            request,
            reply,
            showError(selectHost(runtime, request), visitOf(request), problem),
            problem.status,
          );
        },
      });
    }
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseForms(site: FastifyInstance): void {
  const parse = (
    _: FastifyRequest,
    body: Buffer,
    done: (error: Error | null, value?: unknown) => void,
  ): void => {
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      return done(badRequest('The request body isn’t valid UTF-8.'));
    }
    if (text.split('&', maxFields + 1).length > maxFields)
      return done(invalidField('body', `A form can have at most ${maxFields} fields.`));
    return done(null, new URLSearchParams(text));
  };
  site.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parse as never);
  // Mail programs may unsubscribe in this type. No form of ours has it, so that its fields are not read.
  const ignore = (_: FastifyRequest, __: Buffer, done: (error: null, value: URLSearchParams) => void): void =>
    done(null, new URLSearchParams());
  site.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, ignore as never);
}

/**
 * An embedded page stays where the website that shows it expects it, and so does the answer to a form of our own pages, which their
 * policy allows to lead to the same host only.
 */
function comesFromElsewhere({ domain, headers }: FastifyRequest, { query }: Visit): boolean {
  return !domain && query['embed'] !== '1' && headers['sec-fetch-site'] !== 'same-origin';
}

function firstSegment(request: FastifyRequest): string {
  const segment = request.url.split(/[/?]/)[1] ?? '';
  // These pages begin with a reserved segment themselves.
  return ['team', 's', 'bookings', 'forms'].includes(segment) ? '' : segment;
}

function visitOf(request: FastifyRequest): Visit {
  const [path = '/', ...search] = request.url.split('?');
  const isPost = request.method === 'POST';
  return {
    path,
    params: request.params as Record<string, string>,
    query: firstValues(request.query as Record<string, string | string[]>),
    search: search.join('?'),
    form: isPost
      ? request.body instanceof URLSearchParams
        ? request.body
        : new URLSearchParams()
      : undefined,
    cookies: parseCookies(request.headers.cookie ?? ''),
    languages: request.headers['accept-language'] ?? '',
    userAgent: request.headers['user-agent'] ?? '',
    ip: request.ip,
    wantsHtml: wantsHtml(request),
    nonce: randomBytes(12).toString('base64url'),
  };
}

function firstValues(query: Record<string, string | string[]>): Record<string, string> {
  const entries = Object.entries(query).slice(0, 100);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, String(Array.isArray(value) ? (value[0] ?? '') : value)]),
  );
}

function parseCookies(header: string): Record<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decode(value)]));
}

function decode(text: string): string {
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
  page: PageResponse,
  status = 200,
): Promise<FastifyReply> {
  if ('redirect' in page) {
    const { redirect, cookies = [] } = page;
    if (cookies.length > 0) void reply.headers({ 'cache-control': 'no-store', 'set-cookie': [...cookies] });
    return reply.status(303).header('location', redirect).send('');
  }
  if ('file' in page) {
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${page.name}"` })
      .type(page.type)
      .send(page.file);
  }
  if ('image' in page) return reply.headers(imageHeaders).type(page.type).send(page.image);
  if ('content' in page) return sendContent(request, reply, page.content, page.type);
  void reply.status(page.status ?? status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': page.isSecret ? 'no-store' : 'private, no-cache',
    'content-security-policy': policy(page),
    vary: 'accept-encoding, accept-language, cookie',
    ...(page.cookies && page.cookies.length > 0 && { 'set-cookie': [...page.cookies] }),
  });
  if (page.frameAncestors !== undefined) allowFrames(reply);
  if (page.isSecret || !acceptsGzip(request)) return reply.send(page.html);
  return reply.header('content-encoding', 'gzip').send(await zip(page.html));
}

async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string | Buffer,
  type: string,
): Promise<FastifyReply> {
  void reply.headers({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' }).type(type);
  if (Buffer.isBuffer(content) || !acceptsGzip(request)) return reply.send(content);
  return reply.header('content-encoding', 'gzip').send(await zip(content));
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}

/** Shown by any site, such as the dashboard of a customer, but never as a document that could do anything. */
const imageHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

/** The content security policy lists who may embed the page. The older headers know no list and would forbid it to all. */
function allowFrames(reply: FastifyReply): void {
  void reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin');
}

function policy({ nonce, frameAncestors, hasFrames, isProgram, formLeavesSite }: Html): string {
  return [
    "default-src 'none'",
    isProgram ? "script-src 'self'" : `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${isProgram ? ' blob:' : ''}`,
    "connect-src 'self'",
    // Recordings of calls.
    ...(isProgram ? ["media-src 'self'"] : []),
    // A browser applies this to where the answer to a form redirects as well.
    ...(formLeavesSite ? [] : ["form-action 'self'"]),
    "base-uri 'none'",
    ...(hasFrames ? ["frame-src 'self'"] : []),
    ...(isProgram ? ["require-trusted-types-for 'script'"] : []),
    `frame-ancestors ${ancestors(frameAncestors)}`,
  ].join('; ');
}

/** Our own pages always may. */
function ancestors(frameAncestors: Html['frameAncestors']): string {
  if (frameAncestors === undefined) return "'none'";
  return frameAncestors === null ? '*' : ["'self'", ...frameAncestors].join(' ');
}

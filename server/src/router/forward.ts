import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Pool, type Dispatcher } from 'undici';
import type { CellAddress } from './lookups.ts';
import type { RouterMetrics } from './metrics.ts';

/** A body that was read whole can be sent again; a larger one only once. */
export type Body = Buffer | Readable | null;

export type Answer = Dispatcher.ResponseData;

export type CellState = 'ready' | 'not ready' | 'unreachable';

/** Connections to the cells. One that hangs or is down takes up its own only. */
export interface Cells {
  /** Throws `CellUnavailable` when there is no answer. */
  send(cell: CellAddress, request: FastifyRequest, body: Body, signal: EventEmitter): Promise<Answer>;
  /** What its own readiness says. */
  check(cell: CellAddress): Promise<CellState>;
  /** Whether it failed a moment ago. */
  isFailing(cell: CellAddress): boolean;
  close(): Promise<void>;
}

/** The cell gave no answer. `isUnsent` when it can't have seen the request. */
export class CellUnavailable extends Error {
  readonly isUnsent: boolean;

  constructor(cause: unknown, isUnsent: boolean) {
    super('The cell does not answer.', { cause });
    this.isUnsent = isUnsent;
  }
}

/** Requests of one cell that wait for an answer: more than its queue and connections can hold. */
const maxWaiting = 1_000;
const failingMs = 1_000;
/** A cell answers within 3 s, whatever its database does. */
const readyLimitMs = 4_000;

const settings: Pool.Options = {
  connect: { timeout: 2_000 },
  connections: null,
  pipelining: 1,
  // A transaction takes at most two minutes; live streams send something every few seconds.
  headersTimeout: 125_000,
  bodyTimeout: 125_000,
};

interface Upstream {
  readonly pool: Pool;
  waiting: number;
  failingUntilMs: number;
}

export function createCells(metrics: RouterMetrics): Cells {
  const upstreams = new Map<string, Upstream>();
  const upstreamOf = ({ url }: CellAddress): Upstream => {
    const known = upstreams.get(url);
    if (known) return known;
    const fresh: Upstream = { pool: new Pool(url, settings), waiting: 0, failingUntilMs: 0 };
    upstreams.set(url, fresh);
    return fresh;
  };
  return {
    async send(cell, request, body, signal) {
      const upstream = upstreamOf(cell);
      if (upstream.waiting >= maxWaiting) throw new CellUnavailable('too many requests wait for it', true);
      upstream.waiting += 1;
      const startedAt = performance.now();
      let status = 0;
      try {
        const sent: Dispatcher.RequestOptions = {
          path: request.raw.url ?? '/',
          method: request.method as Dispatcher.HttpMethod,
          headers: buildRequestHeaders(request, body),
          body,
          signal,
        };
        const answer = await upstream.pool.request(sent).catch((error: unknown) => {
          // The cell closed a connection that had been idle, at the moment in which it was used.
          if (body !== null || !resetCodes.has(readCode(error))) throw error;
          return upstream.pool.request(sent);
        });
        status = answer.statusCode;
        return answer;
      } catch (error) {
        const isUnsent = unsentCodes.has(readCode(error));
        if (isUnsent) upstream.failingUntilMs = Date.now() + failingMs;
        throw new CellUnavailable(error, isUnsent);
      } finally {
        upstream.waiting -= 1;
        metrics.observe(cell.name, status, (performance.now() - startedAt) / 1000);
      }
    },
    async check(cell) {
      const limits = { headersTimeout: readyLimitMs, bodyTimeout: readyLimitMs };
      try {
        const { statusCode, body } = await upstreamOf(cell).pool.request({
          path: '/readyz',
          method: 'GET',
          ...limits,
        });
        await body.dump();
        return statusCode === 200 ? 'ready' : 'not ready';
      } catch {
        return 'unreachable';
      }
    },
    isFailing: (cell) => (upstreams.get(cell.url)?.failingUntilMs ?? 0) > Date.now(),
    async close() {
      await Promise.all([...upstreams.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

const readCode = (error: unknown): string => (error as { code?: string }).code ?? '';

const resetCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET']);

const unsentCodes = new Set(
  'ECONNREFUSED EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN UND_ERR_CONNECT_TIMEOUT'.split(' '),
);

/** Headers of one connection (RFC 9110, 7.6.1), and those that undici writes by itself. */
const ownOfConnection = new Set(
  'connection expect keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** What clients say about where they come from is dropped: the router knows it (`TRUST_PROXY`). */
function buildRequestHeaders(request: FastifyRequest, body: Body): IncomingHttpHeaders {
  const kept = dropConnectionHeaders(request.headers);
  for (const name of Object.keys(kept)) if (/^(x-)?forwarded/.test(name)) delete kept[name];
  if (!(body instanceof Readable)) delete kept['content-length'];
  return {
    ...kept,
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  };
}

export function dropConnectionHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = String(headers['connection'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ownOfConnection.has(name) && !named.includes(name)),
  );
}

const maxReplayBytes = 1024 * 1024;

/** A small body whole, so that it can be sent to another cell; of a larger one a stream. */
export async function readBody(request: FastifyRequest): Promise<Body> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const source = request.raw;
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = source.iterator({ destroyOnReturn: false });
  for await (const chunk of iterator) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > maxReplayBytes) return Readable.from(concatenate(chunks, source));
  }
  return Buffer.concat(chunks);
}

async function* concatenate(chunks: readonly Buffer[], rest: Readable): AsyncGenerator<Buffer> {
  yield* chunks;
  yield* rest as AsyncIterable<Buffer>;
}

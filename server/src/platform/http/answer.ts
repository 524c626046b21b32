import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { PageOf } from '@daybook/contract/envelopes';
import type { AnyRoute } from '@daybook/contract/route';
import type { FastifyRequest } from 'fastify';
import type { Runtime } from '../context.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** It was given before, to the same request with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/** An answer of unknown length, sent as it is made. */
export interface StreamedAnswer {
  readonly status: number;
  readonly type: string;
  readonly stream: Readable;
}

/** Serializes the handler's value in the route's envelope. Done inside the transaction, so that it can be stored there. */
export function buildAnswer(
  runtime: Runtime,
  route: AnyRoute,
  request: FastifyRequest,
  value: unknown,
): Answer {
  const { returns } = route;
  const body = returns.wrap(value as never, pageOf(route, request));
  if (runtime.config.checkResponses) assertShape(route, body);
  const status = returns.statusOf?.(value as never) ?? returns.status;
  return { status, body: JSON.stringify(body), replayed: false };
}

function assertShape(route: AnyRoute, body: unknown): void {
  const parsed = route.returns.wire.safeParse(body);
  const where = `${route.method} ${route.path}`;
  if (!parsed.success)
    throw new Error(`${where} answers another shape than its contract: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, body))
    throw new Error(`${where} answers fields that its contract does not have.`);
}

/** The page that was asked for, and the addresses of its neighbours. Only the envelope of a list reads it. */
function pageOf(route: AnyRoute, request: FastifyRequest): PageOf {
  const { paging } = route.returns;
  if (!paging) return noPage;
  const url = new URL(request.url, 'http://localhost');
  return {
    number: Number(url.searchParams.get('page') ?? 1),
    size: Number(url.searchParams.get(paging.size) ?? paging.default),
    link(page: number, cursor?: string) {
      url.searchParams.set('page', String(page));
      if (cursor === undefined) url.searchParams.delete('cursor');
      else url.searchParams.set('cursor', cursor);
      return url.pathname + url.search;
    },
  };
}

const noPage: PageOf = { number: 1, size: 1, link: () => '' };

import type { AnyRoute } from '@daybook/contract/route';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { mcpRequests, type Caller } from '../platform/http/caller.ts';

/** A request to an operation, as its contract declares it. */
export interface ApiRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly idempotencyKey?: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** Who called a tool, and the way to the operations behind it. */
export interface Session {
  readonly caller: Caller;
  /** Sends a request to the API of this server with the token of the caller. */
  readonly send: (route: AnyRoute, request: ApiRequest) => Promise<ApiAnswer>;
  /** Counts what is answered without the API against the limit of the caller. */
  readonly count: () => void;
}

/** Through the whole of the API: what it checks, limits and audits, it does so for MCP as well. */
export function createApiSender(app: FastifyInstance, { headers, ip }: FastifyRequest): Session['send'] {
  return async (route, { params, query, body, idempotencyKey }) => {
    const request: InjectOptions = {
      method: route.method,
      url: `/v2${pathOf(route, params)}${searchOf(query)}`,
      remoteAddress: ip,
      headers: {
        authorization: headers.authorization ?? '',
        ...(headers['user-agent'] && { 'user-agent': headers['user-agent'] }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': String(idempotencyKey) }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    };
    const { statusCode, payload } = await mcpRequests.run(true, () => app.inject(request));
    return { status: statusCode, text: payload };
  };
}

function pathOf({ path }: AnyRoute, params: ApiRequest['params']): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

function searchOf(query: ApiRequest['query']): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `?${search.toString()}` : '';
}

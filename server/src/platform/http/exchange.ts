import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../context.ts';
import { findCookie } from './caller.ts';

/** What a handler may need of HTTP and of the process, beside its validated input. */
export interface Exchange {
  readonly runtime: Runtime;
  readonly address: string;
  /** The body as it arrived: what a signature covers. */
  readonly text: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  cookie(name: string): string | undefined;
  setCookie(value: string): void;
}

export function createExchange(runtime: Runtime, request: FastifyRequest, reply: FastifyReply): Exchange {
  return {
    runtime,
    address: request.ip,
    text: request.text,
    get headers() {
      const texts = Object.entries(request.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, textOf(value)]],
      );
      return Object.fromEntries(texts);
    },
    header: (name) => {
      const value = request.headers[name];
      return value === undefined ? undefined : textOf(value);
    },
    setHeader: (name, value) => void reply.header(name, value),
    cookie: (name) => findCookie(request, name),
    setCookie: (value) => void reply.header('set-cookie', value),
  };
}

function textOf(value: string | string[]): string {
  return Array.isArray(value) ? value.join(', ') : value;
}

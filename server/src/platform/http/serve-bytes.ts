import { Readable } from 'node:stream';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { Actor } from '../auth/actor.ts';
import type { Runtime } from '../context.ts';
import { callerOf } from './caller.ts';
import type { Endpoint } from './serve.ts';
import { validate } from './validate.ts';

/**
 * Serves bytes that are known as a whole, and parts of them to who asks by `Range`: browsers play a sound from its midst, and some
 * play none at all, only where they get one.
 */
export function serveBytes<R extends AnyRoute>(
  route: R,
  handler: (runtime: Runtime, actor: Actor, input: Input<R>) => Promise<Buffer>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const bytes = await handler(runtime, callerOf(request).actor, validate(route, request));
      const range = parseRange(request.headers.range, bytes.length);
      const part = range ? bytes.subarray(range.first, range.last + 1) : bytes;
      void reply.header('accept-ranges', 'bytes').header('content-length', part.length);
      if (range) void reply.header('content-range', `bytes ${range.first}-${range.last}/${bytes.length}`);
      const { status, media: type = 'application/octet-stream' } = route.returns;
      return { status: range ? 206 : status, type, stream: Readable.from([part]) };
    },
  };
}

/** Undefined for what is no range, several of them, or beyond the end: then all of it is sent, as HTTP allows. */
export function parseRange(
  header: string | undefined,
  length: number,
): { readonly first: number; readonly last: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  return first <= last ? { first, last } : undefined;
}

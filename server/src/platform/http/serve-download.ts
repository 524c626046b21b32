import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../auth/actor.ts';
import type { Runtime } from '../context.ts';
import { failed } from '../problems.ts';
import { getCaller } from './caller.ts';
import type { Endpoint } from './serve.ts';
import { validateRequest } from './validate.ts';

/** Bytes that do not change: as long as the tag is the same, so is every part of them. */
export interface Download {
  readonly etag: string;
  readonly sizeBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** From a byte on to the end. The caller can stop before that. */
  readonly read: (from: number) => AsyncGenerator<Buffer>;
}

export function createDownload(bytes: Buffer): Download {
  return {
    etag: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    async *read(from) {
      yield bytes.subarray(from);
    },
  };
}

/**
 * Serves bytes, and a part of them to clients that ask by `Range` (RFC 9110, 14): browsers play a sound from its midst, and a download
 * that broke off goes on where it was. Clients that have them already are told so by their ETag.
 */
export function serveDownload<R extends AnyRoute>(
  route: R,
  handler: (runtime: Runtime, actor: Actor, input: Input<R>) => Promise<Download>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const download = await handler(runtime, getCaller(request).actor, validateRequest(route, request));
      const { sizeBytes, headers = {} } = download;
      const etag = `"${download.etag}"`;
      void reply.headers({ etag, 'accept-ranges': 'bytes' });
      if (isKnown(request, etag)) return { status: 304, body: '', replayed: false };
      const range = rangeOf(request, etag, sizeBytes);
      const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
      const length = last - first + 1;
      const pieces = await startReading(download.read(first), length);
      void reply.headers({ ...headers, 'content-length': length });
      if (range) void reply.header('content-range', `bytes ${first}-${last}/${sizeBytes}`);
      const { status, media: type = 'application/octet-stream' } = route.returns;
      return { status: range ? 206 : status, type, stream: Readable.from(pieces) };
    },
  };
}

function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known?.some((tag) => tag === etag || tag === '*') ?? false;
}

/** A part of something else than these bytes is of no use: then all of them are sent. */
function rangeOf({ method, headers }: FastifyRequest, etag: string, sizeBytes: number): Range | undefined {
  const ifRange = headers['if-range'];
  if (method === 'HEAD' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  return parseRange(headers.range, sizeBytes);
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Undefined for what is no range, and for several of them: then all of it is sent, as HTTP allows. */
export function parseRange(header: string | undefined, length: number): Range | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if ((from === '' && to === '') || (from !== '' && to !== '' && Number(to) < Number(from))) return undefined;
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (first <= last) return { first, last };
  throw failed(416, `The file has ${length} bytes; the requested range is outside it.`, {
    'content-range': `bytes */${length}`,
  });
}

/** Reads the first piece before anything is answered: from then on a fault could only end the connection. */
async function startReading(pieces: AsyncGenerator<Buffer>, length: number): Promise<AsyncIterable<Buffer>> {
  const first = length > 0 ? await pieces.next() : undefined;
  return cut(first, pieces, length);
}

async function* cut(
  first: IteratorResult<Buffer> | undefined,
  pieces: AsyncGenerator<Buffer>,
  length: number,
): AsyncGenerator<Buffer> {
  try {
    let left = length;
    for (let next = first; next && !next.done; next = left > 0 ? await pieces.next() : undefined) {
      yield next.value.subarray(0, left);
      left -= Math.min(left, next.value.length);
    }
  } finally {
    await pieces.return(undefined);
  }
}

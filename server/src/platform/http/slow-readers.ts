import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { overloaded } from '../problems.ts';

/** An answer that the kernel takes at once keeps nothing in memory. */
const largeBytes = 64 * 1024;

export interface ReaderLimits {
  /** An answer of which nothing was read for this long is cut. */
  readonly stallMs: number;
  /** What large answers may occupy together until they are read; further ones are refused. */
  readonly maxBytes: number;
}

/**
 * Bounds what callers that do not read keep in memory. A streamed answer waits for its reader and needs no bound. Returns what
 * each answer passes through before it is sent.
 */
export function limitSlowReaders({ stallMs, maxBytes }: ReaderLimits) {
  let heldBytes = 0;
  return (reply: FastifyReply, payload: unknown): unknown => {
    if (isEventStream(reply)) return payload;
    const isStream = payload instanceof Readable;
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    if (!isStream && bytes < largeBytes) return payload;
    // A single answer is always sent, however large.
    if (heldBytes > 0 && heldBytes + bytes > maxBytes) throw overloaded();
    heldBytes += bytes;
    const { raw } = reply;
    // Node counts every byte that the other side takes as activity, and sets another timeout once the answer is sent.
    raw.setTimeout(stallMs, () => raw.destroy());
    raw.once('close', () => (heldBytes -= bytes));
    return payload;
  };
}

/** It is silent most of the time, and bounds what it holds for a caller that does not read. */
export function isEventStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');
}

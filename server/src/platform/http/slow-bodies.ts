import type { IncomingMessage, Server } from 'node:http';
import { answerClientError } from './client-error.ts';

/** Files on their way in. */
const files = new WeakSet<IncomingMessage>();

/**
 * Hangs up on a request that does not arrive in time. Node's own limit is one time for all of them; a large file on a slow
 * line may take as long as it keeps coming, and is limited by its size.
 */
export function limitSlowness(server: Server, timeoutMs: number): void {
  server.requestTimeout = 0;
  server.headersTimeout = timeoutMs;
  server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding !== undefined || Number(length ?? 0) > 0) watch(request, timeoutMs);
  });
}

/** Lets a file take its time. */
export function mayArriveSlowly(request: IncomingMessage): void {
  files.add(request);
}

function watch(request: IncomingMessage, timeoutMs: number): void {
  let bytesRead = request.socket.bytesRead;
  const timer = setInterval(() => {
    const isComing = request.socket.bytesRead > bytesRead;
    bytesRead = request.socket.bytesRead;
    if (!request.complete && files.has(request) && isComing) return;
    clearInterval(timer);
    if (!request.complete) answerClientError(tooSlow(), request.socket);
  }, timeoutMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

function tooSlow(): Error {
  return Object.assign(new Error('The request took too long to arrive.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
}

import type { IncomingMessage, Server } from 'node:http';
import { answerClientError } from './client-error.ts';

/** Requests whose file is being received. */
const uploads = new WeakSet<IncomingMessage>();

/**
 * Closes the connection of a request that does not arrive in time. Node has one limit for all requests; a large file on a
 * slow line may take as long as it keeps coming, and is limited by its size instead.
 */
export function limitSlowBodies(server: Server, timeoutMs: number): void {
  server.requestTimeout = 0;
  server.headersTimeout = timeoutMs;
  server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding !== undefined || Number(length ?? 0) > 0) watch(request, timeoutMs);
  });
}

/** The body of this request may take as long as it keeps coming. */
export function allowSlowBody(request: IncomingMessage): void {
  uploads.add(request);
}

function watch(request: IncomingMessage, timeoutMs: number): void {
  let bytesRead = request.socket.bytesRead;
  const timer = setInterval(() => {
    const isComing = request.socket.bytesRead > bytesRead;
    bytesRead = request.socket.bytesRead;
    if (!request.complete && uploads.has(request) && isComing) return;
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

import type { Socket } from 'node:net';
import { generateUuid } from '../ids.ts';
import { failed } from '../problems.ts';

const sentences: Record<number, string> = {
  400: 'The request isn’t valid HTTP.',
  408: 'The request took too long to arrive.',
  431: 'The headers of the request are too large.',
};

/** Answers a request that the HTTP parser refused, in the shape of every other error, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // In the middle of an answer, anything sent now would be read as part of it.
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const { status, body } = failed(statusOf(error.code), sentences[statusOf(error.code)] ?? '');
  const json = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${status === 400 ? 'Bad Request' : 'Refused'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(json)}`,
    `x-request-id: ${generateUuid()}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${json}`);
}

/** Node keeps the response in progress on the socket, and checks the same in its own handler. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- Node's own name
  return socket._httpMessage?.headersSent === true;
}

function statusOf(code: string | undefined): 400 | 408 | 431 {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

import { Agent, type Dispatcher } from 'undici';
import { mayConnectWith } from './addresses.ts';
import { NoConnection, safeConnector } from './connect.ts';

/** How the server reaches an address that a user gave. Nothing else may. */
export interface Outbound {
  post(url: string, request: OutboundRequest): Promise<Outcome>;
  close(): Promise<void>;
}

export interface OutboundRequest {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly timeoutMs?: number;
}

/** What came of a request. It is never thrown: an address that does not answer is an answer, too. */
export interface Outcome {
  /** Null when there was none. */
  readonly statusCode: number | null;
  readonly retryAfter: string | undefined;
  /** The first bytes of the answer's body. */
  readonly body: string;
  /** Why there is no complete answer: a sentence. Null when there is one. */
  readonly error: string | null;
  /** `refused`, `unresolved` and `unconnected`: nothing was sent. */
  readonly failure: 'refused' | 'unresolved' | 'unconnected' | 'timeout' | 'broken' | null;
  /** Until there was a connection; null when there never was one. */
  readonly connectMs: number | null;
  /** From then until the answer began. */
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

const requestLimitMs = 15_000;
const bodyLimitBytes = 16 * 1024;
const headerLimitBytes = 16 * 1024;
/** An answer's status is what counts; its body is waited for this long. */
const bodyPatienceMs = 2_000;

interface Options {
  readonly outboundAllow: readonly string[];
  readonly outboundDns: readonly string[];
}

export function createOutbound({ outboundAllow, outboundDns }: Options): Outbound {
  const agent = new Agent({
    connect: safeConnector(mayConnectWith(outboundAllow), outboundDns),
    maxHeaderSize: headerLimitBytes,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
    // The limit is one for the whole request: a limit on silence does not stop who drips a byte now and then.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    post: (url, request) => post(agent, url, request),
    close: () => agent.destroy(),
  };
}

function post(
  agent: Agent,
  url: string,
  { headers, body, timeoutMs = requestLimitMs }: OutboundRequest,
): Promise<Outcome> {
  const { origin, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    const handler = answerHandler(timeoutMs, resolve);
    const options: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
    };
    try {
      agent.dispatch(options, handler);
    } catch (error) {
      handler.onResponseError?.(undefined as never, error as Error);
    }
  });
}

/** Collects an answer within its limits of time and size, and settles exactly once. Redirects are answers like others. */
function answerHandler(timeoutMs: number, settle: (outcome: Outcome) => void): Dispatcher.DispatchHandler {
  const startedMs = performance.now();
  let connectedMs: number | undefined;
  let firstByteMs: number | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let statusCode: number | null = null;
  let retryAfter: string | undefined;
  let received = 0;
  const chunks: Buffer[] = [];
  let isOver = false;

  const finish = (failure: Outcome['failure'], error: string | null): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    settle({
      statusCode,
      retryAfter,
      body: Buffer.concat(chunks).subarray(0, bodyLimitBytes).toString('utf8'),
      error,
      failure,
      connectMs: connectedMs === undefined ? null : Math.round(connectedMs - startedMs),
      firstByteMs:
        firstByteMs === undefined || connectedMs === undefined ? null : Math.round(firstByteMs - connectedMs),
      totalMs: Math.round(performance.now() - startedMs),
    });
    // Ends the connection where an answer is still coming; after a complete one it does nothing.
    controller?.abort(new Error('enough'));
  };
  let timer = setTimeout(() => finish('timeout', `No answer within ${timeoutMs / 1000} s.`), timeoutMs);

  return {
    onRequestStart(given) {
      // A connection that came too late: nothing is sent on it.
      if (isOver) return given.abort(new Error('too late'));
      controller = given;
      connectedMs = performance.now();
    },
    onResponseStart(_, code, headers) {
      if (code < 200) return;
      statusCode = code;
      firstByteMs = performance.now();
      retryAfter = headers['retry-after']?.toString();
      clearTimeout(timer);
      const leftMs = timeoutMs - (firstByteMs - startedMs);
      timer = setTimeout(() => finish(null, null), Math.min(bodyPatienceMs, leftMs));
    },
    onResponseData(_, chunk) {
      chunks.push(chunk);
      received += chunk.length;
      if (received >= bodyLimitBytes) finish(null, null);
    },
    onResponseEnd() {
      controller = undefined;
      finish(null, null);
    },
    onResponseError(_, error) {
      controller = undefined;
      const cause = reasonOf(error);
      if (statusCode !== null) finish(null, null);
      else if (error instanceof NoConnection) finish(error.reason, error.message);
      else if (connectedMs === undefined) finish('unconnected', `No connection could be made (${cause}).`);
      else finish('broken', `The connection broke before there was an answer (${cause}).`);
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

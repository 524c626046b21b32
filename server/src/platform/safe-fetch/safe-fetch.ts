import { setImmediate } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { isInside, createConnectionFilter } from './addresses.ts';
import { NoConnection, refusedMessage, createSafeConnector } from './connect.ts';
import { isRedirect, resolveNextHop, type RedirectHop } from './redirects.ts';

/** How the server reaches an address that a user gave. Nothing else may. */
export interface Outbound {
  request(url: string, request?: OutboundRequest): Promise<Outcome>;
  /** Why nothing is ever sent there, as far as the address tells by itself; what its name leads to is checked when something is. */
  findProblem(url: string): string | undefined;
  close(): Promise<void>;
}

export interface OutboundRequest {
  /** Default GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** At most `maxRequestBytes`. */
  readonly body?: string | Uint8Array;
  /** For the whole exchange, redirects included. */
  readonly timeoutMs?: number;
  /** How long the body is waited for once the status is there; default as long as the whole may take. */
  readonly bodyTimeoutMs?: number;
  /** How much of the body is read. */
  readonly maxResponseBytes?: number;
  /** How many redirects are followed; without it a redirect is the answer. */
  readonly maxRedirects?: number;
  /** Somebody may wait for the next request to this server: its connection is kept open for longer. */
  readonly keepsConnection?: boolean;
}

/** What came of a request. It is never thrown: an address that does not answer is an answer, too. */
export interface Outcome {
  /** The address that answered, or should have: the last one after redirects. */
  readonly url: string;
  /** Null when there was none. */
  readonly statusCode: number | null;
  /** By name in lower case; several of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body is not all there: it was larger or slower than allowed, or the connection broke. */
  readonly isTruncated: boolean;
  /** Why there is no usable answer: a sentence. Null when there is one. */
  readonly error: string | null;
  /** `refused`, `unresolved`, `unconnected` and `oversized`: nothing was sent to that address. */
  readonly failure:
    | 'refused'
    | 'unresolved'
    | 'unconnected'
    | 'oversized'
    | 'timeout'
    | 'broken'
    | 'redirect'
    | null;
  /** Until there was a connection; null when there never was one. */
  readonly connectMs: number | null;
  /** From then until the answer began. */
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

export const maxRequestBytes = 4 * 1024 * 1024;
const defaults = { timeoutMs: 15_000, maxResponseBytes: 16 * 1024, maxRedirects: 0 };
const headerLimitBytes = 16 * 1024;
/** Below the minute after which load balancers close a connection. */
const warmMs = 55_000;

interface Options {
  readonly outboundAllow: readonly string[];
  readonly outboundDns: readonly string[];
}

export function createOutbound({ outboundAllow, outboundDns }: Options): Outbound {
  const options = {
    connect: createSafeConnector(createConnectionFilter(outboundAllow), outboundDns),
    maxHeaderSize: headerLimitBytes,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
    // The limit is one for the whole request: a limit on silence does not stop who drips a byte now and then.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = new Agent(options);
  const warmAgent = new Agent({ ...options, keepAliveTimeout: warmMs, keepAliveMaxTimeout: warmMs });
  return {
    request: (url, request = {}) =>
      request.keepsConnection ? sendWarm(warmAgent, url, request) : send(agent, url, request),
    findProblem: (url) => (isInside(new URL(url), outboundAllow) ? refusedMessage : undefined),
    async close() {
      await Promise.all([agent.destroy(), warmAgent.destroy()]);
    },
  };
}

const safeMethods = new Set(['GET', 'HEAD', 'PROPFIND', 'REPORT']);

/** A server may close a connection in the moment in which it is used again. What only reads is then sent once more. */
async function sendWarm(agent: Agent, url: string, request: OutboundRequest): Promise<Outcome> {
  const outcome = await send(agent, url, request);
  const isLost = outcome.failure === 'broken' && outcome.firstByteMs === null;
  if (isLost && safeMethods.has(request.method ?? 'GET')) return send(agent, url, request);
  // The connection can be used again in the next round of the event loop; a request before that would open another one.
  await setImmediate();
  return outcome;
}

async function send(agent: Agent, address: string, request: OutboundRequest): Promise<Outcome> {
  const { method = 'GET', headers = {}, body } = request;
  const url = webAddress(address);
  if (!url) return notSent(address, 'unresolved', 'This isn’t a web address.');
  if (body !== undefined && Buffer.byteLength(body) > maxRequestBytes)
    return notSent(address, 'oversized', `A request can have at most ${maxRequestBytes} bytes.`);
  const hop = { url, method, headers, body };
  const limits = { ...defaults, ...request, startedMs: performance.now() };
  return limits.maxRedirects === 0 ? exchange(agent, hop, limits) : follow(agent, hop, limits);
}

async function follow(agent: Agent, first: RedirectHop, limits: Limits): Promise<Outcome> {
  let hop: RedirectHop = { ...first, headers: lowerCased(first.headers) };
  for (let redirects = 0; ; redirects += 1) {
    const outcome = await exchange(agent, hop, limits);
    if (outcome.statusCode === null || !isRedirect(outcome.statusCode)) return outcome;
    const next =
      redirects < limits.maxRedirects
        ? resolveNextHop(hop, outcome.statusCode, outcome.headers['location'])
        : `More than ${limits.maxRedirects} redirects.`;
    if (typeof next === 'string') return { ...outcome, failure: 'redirect', error: next };
    hop = next;
  }
}

function webAddress(address: string): URL | undefined {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function notSent(url: string, failure: Outcome['failure'], error: string): Outcome {
  const nothing = { statusCode: null, headers: {}, body: '', isTruncated: false };
  return { url, ...nothing, error, failure, connectMs: null, firstByteMs: null, totalMs: 0 };
}

type Limits = Pick<OutboundRequest, 'bodyTimeoutMs'> & typeof defaults & { readonly startedMs: number };

/** One request and its answer. Every hop comes through here, so that each address is checked by the agent's connector. */
function exchange(agent: Agent, hop: RedirectHop, limits: Limits): Promise<Outcome> {
  const { url, method, headers, body = null } = hop;
  return new Promise((resolve) => {
    const handler = responseHandler(url, limits, resolve);
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: method as Dispatcher.HttpMethod,
          headers: { ...headers, 'accept-encoding': 'identity' },
          body,
          // Without it, undici closes the connection after methods that it does not expect a body of, such as REPORT.
          ...(method !== 'HEAD' && { reset: false }),
        },
        handler,
      );
    } catch (error) {
      handler.onResponseError?.(undefined as never, error as Error);
    }
  });
}

/** Collects a response within its limits of time and size, and resolves exactly once. */
function responseHandler(
  url: URL,
  { startedMs, timeoutMs, bodyTimeoutMs = timeoutMs, maxResponseBytes, maxRedirects }: Limits,
  resolve: (outcome: Outcome) => void,
): Dispatcher.DispatchHandler {
  const hopStartedMs = performance.now();
  // Whole milliseconds: Node keeps timers of equal length in one list.
  const leftMs = (): number => Math.max(0, Math.ceil(timeoutMs - (performance.now() - startedMs)));
  let connectedMs: number | undefined;
  let firstByteMs: number | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let statusCode: number | null = null;
  let headers: Record<string, string> = {};
  let received = 0;
  const chunks: Buffer[] = [];
  let isDone = false;

  const finish = (failure: Outcome['failure'], error: string | null, isTruncated = false): void => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    resolve({
      url: url.href,
      statusCode,
      headers,
      body: Buffer.concat(chunks).subarray(0, maxResponseBytes).toString('utf8'),
      isTruncated,
      error,
      failure,
      connectMs: connectedMs === undefined ? null : Math.round(connectedMs - hopStartedMs),
      firstByteMs:
        firstByteMs === undefined || connectedMs === undefined ? null : Math.round(firstByteMs - connectedMs),
      totalMs: Math.round(performance.now() - startedMs),
    });
    // Ends the connection where an answer is still coming; after a complete one it does nothing.
    controller?.abort(new Error('The rest of the response is not needed.'));
  };
  let timer = setTimeout(() => finish('timeout', `No answer within ${timeoutMs / 1000} s.`), leftMs());

  return {
    onRequestStart(given) {
      // A connection that came too late: nothing is sent on it.
      if (isDone) return given.abort(new Error('The request has timed out.'));
      controller = given;
      connectedMs = performance.now();
    },
    onResponseStart(_, code, given) {
      if (code < 200) return;
      statusCode = code;
      firstByteMs = performance.now();
      headers = flattened(given);
      // The body of a redirect that is followed is nobody's concern.
      if (maxRedirects > 0 && isRedirect(code)) return finish(null, null, true);
      clearTimeout(timer);
      timer = setTimeout(() => finish(null, null, true), Math.min(bodyTimeoutMs, leftMs()));
    },
    onResponseData(_, chunk) {
      chunks.push(chunk);
      received += chunk.length;
      if (received > maxResponseBytes) finish(null, null, true);
    },
    onResponseEnd() {
      controller = undefined;
      finish(null, null);
    },
    onResponseError(_, error) {
      controller = undefined;
      const cause = reasonOf(error);
      if (statusCode !== null) finish(null, null, true);
      else if (error instanceof NoConnection) finish(error.reason, error.message);
      else if (connectedMs === undefined) finish('unconnected', `No connection could be made (${cause}).`);
      else finish('broken', `The connection was closed before a response arrived (${cause}).`);
    },
  };
}

function flattened(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

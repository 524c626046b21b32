import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import { CalendarError, type CalendarAuth } from './provider.ts';

/** Requests to the interface of a calendar service: JSON both ways, with a token that the owner of the account granted. */

const maxBytes = 20 * 1024 * 1024;
const timeoutMs = 20_000;

export interface ApiRequest {
  readonly method?: string;
  /** Below the address of the service, or a whole address that the service gave. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Statuses other than 2xx that the caller understands. */
  readonly accepts?: readonly number[];
}

export interface ApiAnswer<Body> {
  readonly status: number;
  /** Empty where the status is not 2xx. */
  readonly body: Body;
  /** What the service calls the error. */
  readonly error: string;
}

export async function callApi<Body>(
  outbound: Outbound,
  auth: CalendarAuth,
  { method = 'GET', path, query = {}, headers = {}, body, accepts = [] }: ApiRequest,
): Promise<ApiAnswer<Body>> {
  const outcome = await outbound.request(addressOf(auth, path, query), {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${auth.token ?? ''}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    timeoutMs,
    maxResponseBytes: maxBytes,
    keepsConnection: true,
  });
  const { statusCode: status } = outcome;
  if (status === null)
    throw new CalendarError('unreachable', outcome.error ?? 'The calendar service didn’t respond.');
  const isOk = status >= 200 && status < 300;
  const parsed = parse(outcome.body);
  if (isOk && (outcome.isTruncated || parsed === undefined))
    throw new CalendarError('content', 'The calendar service sent an unexpected response.');
  const error = isOk ? '' : errorIn(parsed);
  if (!isOk) refuse(status, error, outcome.headers['retry-after'], accepts);
  return { status, body: (isOk ? parsed : {}) as Body, error };
}

/** The token goes nowhere else: an address that the service gave must be its own. */
function addressOf({ url }: CalendarAuth, path: string, query: NonNullable<ApiRequest['query']>): string {
  if (/^https?:/i.test(path)) {
    if (URL.canParse(path) && new URL(path).origin === new URL(url).origin) return path;
    throw new CalendarError('content', 'The calendar service sent a URL that isn’t its own.');
  }
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return `${url}${path}${search && `?${search}`}`;
}

function parse(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ErrorBody {
  readonly error?: { readonly code?: unknown; readonly errors?: readonly { readonly reason?: unknown }[] };
}

/** Google names a reason in a list, Microsoft a code. */
function errorIn(body: unknown): string {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
  return String(error?.errors?.[0]?.reason ?? error?.code ?? '');
}

const limits = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'];

function refuse(
  status: number,
  error: string,
  retryAfter: string | undefined,
  accepts: readonly number[],
): void {
  if (status === 429 || status === 503 || (status === 403 && limits.includes(error)))
    throw new CalendarError(
      'unreachable',
      'The calendar service is limiting requests. The next sync waits.',
      waitOf(retryAfter),
    );
  if (accepts.includes(status)) return;
  if (status === 401)
    throw new CalendarError(
      'sign_in',
      'The calendar service no longer accepts this connection. Reconnect the account.',
    );
  if (status === 403) throw forbiddenBy(error);
  if (status === 404 || status === 410)
    throw new CalendarError('address', `The calendar no longer exists (${status}).`);
  if (status >= 500)
    throw new CalendarError('unreachable', `The calendar service has a problem (${status}).`);
  throw new CalendarError('content', `The calendar service rejected the request (${status} ${error}).`);
}

/** What the owner did not agree to when they connected the account, as Google and Microsoft call it. */
const missingScopes = [
  'insufficientPermissions',
  'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  'Authorization_RequestDenied',
];
/** The operator has not turned the interface on for this server. */
const notEnabled = ['accessNotConfigured', 'SERVICE_DISABLED'];

function forbiddenBy(error: string): CalendarError {
  if (missingScopes.includes(error))
    return new CalendarError(
      'sign_in',
      'The account doesn’t allow this. Reconnect it and grant all requested permissions.',
    );
  if (notEnabled.includes(error))
    return new CalendarError(
      'refused',
      `The calendar service rejected this server (403 ${error}). Its operator must enable the calendar API.`,
    );
  const reason = error && ` ${error}`;
  return new CalendarError(
    'refused',
    `The calendar service doesn’t allow access to this calendar (403${reason}). Check that it is shared with this account and that your organization allows access.`,
  );
}

/** In seconds; a date is not used by these services. */
function waitOf(retryAfter: string | undefined): number | null {
  const seconds = Number(retryAfter);
  return retryAfter !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

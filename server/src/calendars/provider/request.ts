import type { Outbound, Outcome } from '../../platform/safe-fetch/safe-fetch.ts';
import { CalendarError, type CalendarAuth } from './provider.ts';

/** More than any calendar that people keep; beyond, the file is refused. */
const maxCalendarBytes = 20 * 1024 * 1024;
const timeoutMs = 20_000;
const maxRedirects = 5;

interface CalendarRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Any other status is an error. */
  readonly accepts: readonly number[];
}

/** One guarded request to a calendar server. What goes wrong is a sentence that its owner can act on. */
export async function fetchCalendar(
  outbound: Outbound,
  { username, password }: CalendarAuth,
  { url, method = 'GET', headers = {}, body, accepts }: CalendarRequest,
): Promise<Outcome & { readonly statusCode: number }> {
  const authorization = `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`;
  const outcome = await outbound.request(url, {
    method,
    headers: { ...headers, ...((username || password) && { authorization }) },
    ...(body !== undefined && { body }),
    timeoutMs,
    maxResponseBytes: maxCalendarBytes,
    maxRedirects,
    keepsConnection: true,
  });
  const { statusCode } = outcome;
  if (statusCode === null)
    throw new CalendarError('unreachable', outcome.error ?? 'The calendar server didn’t respond.');
  if (accepts.includes(statusCode)) {
    if (outcome.isTruncated)
      throw new CalendarError('content', 'The calendar is incomplete or larger than 20 MB.');
    return { ...outcome, statusCode };
  }
  if (statusCode === 401)
    throw new CalendarError(
      'sign_in',
      username || password
        ? 'Incorrect user name or password (401).'
        : 'The server needs a user name and password (401).',
    );
  if (statusCode === 403)
    throw new CalendarError(
      'refused',
      'The server doesn’t allow access to this calendar (403). Check its URL, and that it is shared with this account.',
    );
  if (statusCode === 404 || statusCode === 410)
    throw new CalendarError('address', `No calendar found at this URL (${statusCode}).`);
  if (statusCode === 429 || statusCode >= 500)
    throw new CalendarError('unreachable', `The calendar server has a problem (${statusCode}).`);
  throw new CalendarError('content', `The calendar server sent an unexpected response (${statusCode}).`);
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import type { Outbound, Outcome } from '../../platform/safe-fetch/safe-fetch.ts';
import { ConferenceError } from '../provider/public.ts';

/** How Zoom is reached. */
export interface Zoom {
  readonly outbound: Outbound;
  readonly urls: { readonly apiUrl: string; readonly tokenUrl: string };
  readonly clock: Clock;
}

export interface ZoomCredentials {
  readonly accountId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly user: string | null;
}

interface ZoomRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  /** Any other status is an error. */
  readonly accepts: readonly number[];
}

const timeoutMs = 10_000;
const maxResponseBytes = 2 * 1024 * 1024;

/** One request to the API. A token that Zoom no longer takes is renewed once. */
export async function callZoom(
  zoom: Zoom,
  credentials: ZoomCredentials,
  { method = 'GET', path, body, accepts }: ZoomRequest,
): Promise<{ status: number; body: unknown }> {
  const send = async (renews: boolean): Promise<Outcome> =>
    zoom.outbound.request(zoom.urls.apiUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${await getAccessToken(zoom, credentials, renews)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
      maxResponseBytes,
    });
  const first = await send(false);
  const outcome = first.statusCode === 401 ? await send(true) : first;
  const status = outcome.statusCode;
  if (status !== null && accepts.includes(status) && !outcome.isTruncated)
    return { status, body: parsed(outcome.body) };
  throw errorOf(zoom, outcome);
}

interface AccessToken {
  readonly value: string;
  readonly untilMs: number;
}

const tokens = createLruCache<AccessToken>(500);
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().default(3600) });
/** A token is renewed this long before it ends. */
const marginSeconds = 60;

/** Tokens live for an hour and are kept in memory only. Also how credentials are tried. */
export async function getAccessToken(
  zoom: Zoom,
  { accountId, clientId, clientSecret }: ZoomCredentials,
  renews = false,
): Promise<string> {
  const { outbound, clock, urls } = zoom;
  const { tokenUrl } = urls;
  const key = createHash('sha256')
    .update(JSON.stringify([tokenUrl, accountId, clientId, clientSecret]))
    .digest('base64');
  const known = renews ? undefined : tokens.get(key);
  if (known && known.untilMs > clock.now().getTime()) return known.value;
  const query = new URLSearchParams({ grant_type: 'account_credentials', account_id: accountId });
  const outcome = await outbound.request(`${tokenUrl}?${query}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    timeoutMs,
  });
  const { statusCode } = outcome;
  if (statusCode === 400 || statusCode === 401 || statusCode === 403)
    throw new ConferenceError(
      `Zoom rejected the account id, client id or client secret${reasonIn(outcome)}.`,
      { isRefused: true },
    );
  // Nothing was asked for yet.
  if (statusCode !== 200) throw errorOf(zoom, outcome, false);
  const answer = tokenAnswer.safeParse(parsed(outcome.body));
  if (!answer.success) throw new ConferenceError('Zoom sent an unexpected response.');
  const { access_token: value, expires_in: seconds } = answer.data;
  tokens.set(key, { value, untilMs: clock.now().getTime() + (seconds - marginSeconds) * 1000 });
  return value;
}

const notSent = ['refused', 'unresolved', 'unconnected', 'oversized'];

function errorOf({ clock }: Zoom, outcome: Outcome, mayHaveHappened = true): ConferenceError {
  const { statusCode, failure, error, headers } = outcome;
  if (statusCode === null)
    return new ConferenceError(`Zoom can’t be reached: ${error ?? 'no response.'}`, {
      isUncertain: mayHaveHappened && !notSent.includes(failure ?? ''),
    });
  if (statusCode === 429)
    return new ConferenceError('Zoom is limiting requests (429).', {
      retrySeconds: secondsIn(headers['retry-after'], clock),
    });
  if (statusCode >= 500)
    return new ConferenceError(`Zoom has a problem (${statusCode}).`, { isUncertain: mayHaveHappened });
  if (statusCode < 300)
    return new ConferenceError('Zoom’s response was incomplete.', { isUncertain: mayHaveHappened });
  return new ConferenceError(`Zoom rejected the request (${statusCode})${reasonIn(outcome)}.`, {
    isRefused: statusCode === 401,
  });
}

const refusal = z.object({ message: z.string().optional(), reason: z.string().optional() });

/** What Zoom says itself, on one line. */
function reasonIn({ body }: Outcome): string {
  const { data } = refusal.safeParse(parsed(body));
  const text = (data?.message ?? data?.reason ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  return text && `: ${text.replace(/\.$/, '')}`;
}

/** Of `Retry-After`, in seconds or as a date; an hour at most. */
function secondsIn(header: string | undefined, clock: Clock): number {
  if (!header) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - clock.now().getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(3600, Math.max(0, seconds)) : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

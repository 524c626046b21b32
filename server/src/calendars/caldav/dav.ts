import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import { CalendarError, fetchCalendar, type CalendarAuth } from '../provider/public.ts';
import { parseMultistatus, type Multistatus } from './xml.ts';

/** Requests of WebDAV, and what they answer. */

export interface Dav {
  readonly outbound: Outbound;
  readonly auth: CalendarAuth;
}

export interface DavAnswer extends Multistatus {
  readonly url: string;
}

export async function requestMultistatus(
  dav: Dav,
  method: string,
  url: string,
  depth: '0' | '1',
  body: string,
): Promise<DavAnswer> {
  return (await requestMultistatusUnless([], dav, method, url, depth, body)) as DavAnswer;
}

/** Undefined when the server answers with one of these statuses instead. */
export async function requestMultistatusUnless(
  statuses: readonly number[],
  { outbound, auth }: Dav,
  method: string,
  url: string,
  depth: '0' | '1',
  body: string,
): Promise<DavAnswer | undefined> {
  const headers = { depth, 'content-type': 'application/xml; charset=utf-8', prefer: 'return=minimal' };
  const accepts = [207, ...statuses];
  const answer = await fetchCalendar(outbound, auth, { url, method, headers, body, accepts });
  if (answer.statusCode !== 207) return undefined;
  try {
    return { ...parseMultistatus(answer.body), url: answer.url };
  } catch {
    throw new CalendarError('content', 'The calendar server sent invalid XML.');
  }
}

export const resolveHref = (href: string, base: string): string => new URL(href, base).href;

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

export async function multistatus(
  dav: Dav,
  method: string,
  url: string,
  depth: '0' | '1',
  body: string,
): Promise<DavAnswer> {
  return (await multistatusUnless([], dav, method, url, depth, body)) as DavAnswer;
}

/** Undefined when the server answers with one of these statuses instead. */
export async function multistatusUnless(
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

export const resolve = (href: string, base: string): string => new URL(href, base).href;

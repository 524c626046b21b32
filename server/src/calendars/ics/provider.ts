import { createHash } from 'node:crypto';
import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import { unescapeText } from '../../platform/icalendar.ts';
import { NotACalendarError, parseCalendar, unfoldLines } from '../ical/public.ts';
import {
  CalendarError,
  fetchCalendar,
  type CalendarAuth,
  type CalendarProvider,
} from '../provider/public.ts';

/** Any address that serves an iCalendar file. It is one calendar that can only be read, and one entry: the whole file. */
export function createIcsProvider(outbound: Outbound): CalendarProvider {
  return {
    async listCalendars(auth) {
      const { body } = await fetchFeed(outbound, auth);
      validate(body);
      const name = unfoldLines(body)
        .flatMap((line) => /^X-WR-CALNAME[^:]*:(.*)$/i.exec(line)?.[1] ?? [])
        .map((text) => unescapeText(text).trim())[0];
      return [{ externalId: '', name: name || new URL(auth.url).hostname, color: null, canWrite: false }];
    },
    async *changes(auth, { cursor, known }) {
      const { statusCode, headers, body } = await fetchFeed(outbound, auth, cursor);
      if (statusCode === 304) return { cursor, all: null };
      // Many servers name no version; what is the same need not be parsed again.
      const etag = createHash('sha256').update(body).digest('base64url');
      if (known.get('') === etag) return { cursor: conditionOf(headers), all: null };
      validate(body);
      yield { changed: [{ externalId: '', etag, content: body }], removed: [] };
      return { cursor: conditionOf(headers), all: null };
    },
  };
}

function validate(body: string): void {
  // What was cut off on its way would look as if the rest had been deleted.
  if (!/END:VCALENDAR\s*$/i.test(body.slice(-1_000)) && /BEGIN:VCALENDAR/i.test(body))
    throw new CalendarError('content', 'The calendar is incomplete: its end is missing.');
  try {
    parseCalendar(body);
  } catch (error) {
    if (error instanceof NotACalendarError) throw new CalendarError('content', error.message);
    throw error;
  }
}

/** `webcal:` is `https:` under another name. */
function fetchFeed(outbound: Outbound, auth: CalendarAuth, cursor: string | null = null) {
  const condition = cursor ? (JSON.parse(cursor) as Record<string, string>) : {};
  return fetchCalendar(outbound, auth, {
    url: auth.url.replace(/^webcals?:/i, 'https:'),
    headers: { accept: 'text/calendar, */*;q=0.5', ...condition },
    accepts: cursor ? [200, 304] : [200],
  });
}

function conditionOf(headers: Readonly<Record<string, string>>): string | null {
  const condition = {
    ...(headers['etag'] && { 'if-none-match': headers['etag'] }),
    ...(headers['last-modified'] && { 'if-modified-since': headers['last-modified'] }),
  };
  return Object.keys(condition).length > 0 ? JSON.stringify(condition) : null;
}

import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import {
  callApi,
  CalendarError,
  readBlocks,
  type ApiAnswer,
  type BusyBlock,
  type BusySpan,
  type CalendarAuth,
  type CalendarCursor,
  type CalendarProvider,
  type ChangeBatch,
  type ChangesEnd,
  type ExternalCalendar,
} from '../provider/public.ts';
import { toChangeBatch, type GoogleEvent } from './events.ts';
import { createGoogleWatcher } from './watcher.ts';
import { createGoogleWriter } from './writer.ts';

/** Google Calendar. Series arrive as their rules, with what replaces their occurrences beside them, and we expand them. */

const pageSize = '2500';
/** Titles, places and people are not asked for: they need not leave Google, and would make a page larger than is read. */
const fields =
  'timeZone,nextPageToken,nextSyncToken,items(id,iCalUID,etag,status,start,end,recurrence,recurringEventId,originalStartTime,transparency,eventType,attendees(self,responseStatus))';
const freeBusyDays = 90;

export function createGoogleProvider(outbound: Outbound): CalendarProvider {
  return {
    listCalendars: (auth) => listCalendars(outbound, auth),
    changes: (auth, calendar) =>
      calendar.isBusyOnly
        ? readBlocks(calendar, freeBusyDays, (block) => readBusy(outbound, auth, calendar.externalId, block))
        : changes(outbound, auth, calendar),
    writer: createGoogleWriter(outbound),
    watcher: createGoogleWatcher(outbound),
  };
}

interface CalendarListPage {
  readonly items?: readonly {
    readonly id: string;
    readonly summary?: string;
    readonly summaryOverride?: string;
    readonly backgroundColor?: string;
    readonly accessRole?: string;
    readonly primary?: boolean;
  }[];
  readonly nextPageToken?: string;
}

async function listCalendars(outbound: Outbound, auth: CalendarAuth): Promise<ExternalCalendar[]> {
  const found: ExternalCalendar[] = [];
  let pageToken: string | undefined;
  do {
    const { body }: ApiAnswer<CalendarListPage> = await callApi(outbound, auth, {
      path: '/users/me/calendarList',
      query: { maxResults: '250', pageToken },
    });
    found.push(
      ...(body.items ?? []).map((item) => ({
        externalId: item.id,
        name: item.summaryOverride ?? item.summary ?? item.id,
        color: /^#([0-9a-f]{6})$/i.exec(item.backgroundColor ?? '')?.[1]?.toLowerCase() ?? null,
        canWrite: item.accessRole === 'owner' || item.accessRole === 'writer',
        isBusyOnly: item.accessRole === 'freeBusyReader',
        isOwn: item.accessRole === 'owner',
        ...(item.primary && { account: item.id }),
      })),
    );
    pageToken = body.nextPageToken;
  } while (pageToken !== undefined);
  return found;
}

interface EventsPage {
  readonly items?: readonly GoogleEvent[];
  readonly timeZone?: string;
  readonly nextPageToken?: string;
  readonly nextSyncToken?: string;
}

/** A page is a batch. The sync token comes with the last one only; a refused one (410) means from the beginning. */
async function* changes(
  outbound: Outbound,
  auth: CalendarAuth,
  { externalId, cursor, window }: CalendarCursor,
): AsyncGenerator<ChangeBatch, ChangesEnd> {
  const path = `/calendars/${encodeURIComponent(externalId)}/events`;
  const all = new Set<string>();
  let syncToken = cursor ?? undefined;
  let pageToken: string | undefined;
  for (;;) {
    const { status, body }: ApiAnswer<EventsPage> = await callApi(outbound, auth, {
      path,
      query: {
        singleEvents: 'false',
        maxResults: pageSize,
        // Of many, only the owner of the calendar.
        maxAttendees: '1',
        fields,
        pageToken,
        // Years of the past are not read, and a sync token keeps to what its list began with.
        ...(syncToken === undefined ? { timeMin: window.start.toISOString() } : { syncToken }),
      },
      accepts: syncToken === undefined ? [] : [400, 410],
    });
    if (status >= 400) {
      syncToken = undefined;
      pageToken = undefined;
      all.clear();
      continue;
    }
    const batch = toChangeBatch(body.items ?? [], body.timeZone);
    for (const entry of batch.changed) all.add(entry.externalId);
    if (batch.changed.length > 0 || batch.removed.length > 0) yield batch;
    pageToken = body.nextPageToken;
    if (pageToken !== undefined) continue;
    if (body.nextSyncToken === undefined)
      throw new CalendarError('content', 'Google ended a list of entries without a sync token.');
    return { cursor: body.nextSyncToken, all: syncToken === undefined ? all : null };
  }
}

interface FreeBusy {
  readonly calendars?: Readonly<
    Record<
      string,
      {
        readonly busy?: readonly { readonly start: string; readonly end: string }[];
        readonly errors?: readonly { readonly reason?: string }[];
      }
    >
  >;
}

/** The answer as a whole is a success, also where a calendar in it is none: that one is not free, it is not known. */
async function readBusy(
  outbound: Outbound,
  auth: CalendarAuth,
  externalId: string,
  { start, end }: BusyBlock,
): Promise<BusySpan[]> {
  const { body } = await callApi<FreeBusy>(outbound, auth, {
    method: 'POST',
    path: '/freeBusy',
    body: { timeMin: start.toISOString(), timeMax: end.toISOString(), items: [{ id: externalId }] },
  });
  const { busy, errors = [] } = body.calendars?.[externalId] ?? {};
  if (errors.some(({ reason }) => reason === 'notFound'))
    throw new CalendarError('address', 'The calendar no longer exists, or isn’t shared with you.');
  if (!busy || errors.length > 0)
    throw new CalendarError(
      'unreachable',
      `Google didn’t return the busy times of this calendar (${errors[0]?.reason ?? 'no answer'}).`,
    );
  return busy.map((span) => ({ start: new Date(span.start), end: new Date(span.end), kind: 'busy' }));
}

import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import {
  CalendarError,
  type CalendarAuth,
  type CalendarCursor,
  type CalendarProvider,
  type ChangeBatch,
  type ChangesEnd,
  type ExternalCalendar,
} from '../provider/public.ts';
import { toEntry, isBare, type GraphEvent, type SeriesFields } from './events.ts';
import { callGraph, type GraphPage } from './graph.ts';
import { readBusy, readSchedule, getScheduleAddress, type SharedSchedule } from './schedule.ts';
import { createGraphWatcher } from './watcher.ts';
import { createGraphWriter } from './writer.ts';

/** Outlook and Exchange by Microsoft Graph. Series arrive expanded, in a window that is fixed when the list begins. */

/** A list is begun anew when its window ends this much earlier than it has to. */
const canLagMs = 90 * 86_400_000;

export function createMicrosoftProvider(outbound: Outbound): CalendarProvider {
  return {
    listCalendars: (auth) => listCalendars(outbound, auth),
    changes: (auth, calendar) => changes(outbound, auth, calendar),
    writer: createGraphWriter(outbound),
    watcher: createGraphWatcher(outbound),
  };
}

interface GraphCalendar {
  readonly id: string;
  readonly name?: string;
  readonly hexColor?: string;
  readonly canEdit?: boolean;
  readonly isDefaultCalendar?: boolean;
  readonly owner?: { readonly address?: string };
}

async function listCalendars(outbound: Outbound, auth: CalendarAuth): Promise<ExternalCalendar[]> {
  const found: GraphCalendar[] = [];
  let path: string | undefined = '/me/calendars';
  while (path !== undefined) {
    const { body }: { body: GraphPage<GraphCalendar> } = await callGraph(outbound, auth, {
      path,
      query: { $top: '100', $select: 'id,name,hexColor,canEdit,isDefaultCalendar,owner' },
    });
    found.push(...body.value);
    path = body['@odata.nextLink'];
  }
  const account = found.find(({ isDefaultCalendar }) => isDefaultCalendar)?.owner?.address;
  return found.map((calendar) => ({
    externalId: calendar.id,
    name: calendar.name ?? 'Calendar',
    color: /^#?([0-9a-f]{6})$/i.exec(calendar.hexColor ?? '')?.[1]?.toLowerCase() ?? null,
    canWrite: calendar.canEdit === true,
    isOwn: calendar.owner?.address === account,
    ...(calendar.isDefaultCalendar && account !== undefined && { account }),
  }));
}

/** Where a list ended, and until when its window reaches. */
interface Position {
  readonly link: string;
  readonly end: string;
}

/**
 * A page is a batch. When the window has moved on, or the position is not known any more, the list begins anew. Who may see only
 * when the owner is busy is refused at the beginning of a list, and gets that instead.
 */
async function* changes(
  outbound: Outbound,
  auth: CalendarAuth,
  calendar: CalendarCursor,
): AsyncGenerator<ChangeBatch, ChangesEnd> {
  const base = `/me/calendars/${encodeURIComponent(calendar.externalId)}`;
  const address = calendar.asked && getScheduleAddress(calendar);
  // Whether entries may be seen by now is tried by the next sync on time.
  if (address) return yield* readSchedule(outbound, auth, calendar, address);
  const position = positionOf(calendar);
  const { start, end } = calendar.window;
  const seriesOf = seriesReader(outbound, auth, base);
  let isWhole = position === undefined;
  let windowEnd = position?.end ?? end.toISOString();
  let path = position?.link ?? `${base}/calendarView/delta`;
  let isBegun = false;
  const all = new Set<string>();
  for (;;) {
    const { status, body, error } = await callGraph<GraphPage<GraphEvent>>(outbound, auth, {
      path,
      query: { startDateTime: start.toISOString(), endDateTime: end.toISOString() },
      accepts: [...(isBegun ? [] : [403]), ...(isWhole ? [] : [400, 404, 410])],
    });
    if (status === 403) return yield* readBusy(outbound, auth, base, calendar);
    if (status >= 400) {
      if (status === 404 && error === 'ErrorItemNotFound')
        throw new CalendarError('address', 'The calendar no longer exists.');
      isWhole = true;
      isBegun = false;
      all.clear();
      windowEnd = end.toISOString();
      path = `${base}/calendarView/delta`;
      continue;
    }
    isBegun = true;
    const masters = body.value.filter(({ type }) => type === 'seriesMaster');
    for (const master of masters) seriesOf.learn(master);
    const entries = [];
    for (const event of body.value.filter(isOccurrence))
      entries.push(toEntry(event, isBare(event) ? await seriesOf.find(event) : {}));
    // What a series says of its occurrences has changed, and the list need not name them again.
    if (!isWhole)
      for (const master of masters)
        entries.push(...(await instancesOf(outbound, auth, base, master, { start, end: windowEnd })));
    const removed = body.value.filter((event) => event['@removed']).map(({ id }) => id);
    for (const { externalId } of entries) all.add(externalId);
    if (entries.length > 0 || removed.length > 0) yield { changed: entries, removed };
    const next = body['@odata.nextLink'];
    if (next !== undefined) {
      path = next;
      continue;
    }
    const link = body['@odata.deltaLink'];
    if (link === undefined)
      throw new CalendarError('content', 'Microsoft ended a list of entries without a position.');
    return {
      cursor: JSON.stringify({ link, end: windowEnd } satisfies Position),
      all: isWhole ? all : null,
    };
  }
}

function positionOf({ cursor, window }: CalendarCursor): Position | undefined {
  if (cursor === null) return undefined;
  const position = JSON.parse(cursor) as Position | SharedSchedule;
  if (!('link' in position)) return undefined;
  return Date.parse(position.end) < window.end.getTime() - canLagMs ? undefined : position;
}

const isOccurrence = (event: GraphEvent): boolean => !event['@removed'] && event.type !== 'seriesMaster';

/** Occurrences in a list have only their times. The rest is what their series says, read once for each. */
function seriesReader(outbound: Outbound, auth: CalendarAuth, base: string) {
  const known = new Map<string, SeriesFields>();
  return {
    learn(master: GraphEvent): void {
      known.set(master.id, inherited(master));
    },
    async find({ seriesMasterId }: GraphEvent): Promise<SeriesFields> {
      const id = seriesMasterId ?? '';
      const found = known.get(id) ?? inherited((await readSeries(outbound, auth, base, id)) ?? {});
      known.set(id, found);
      return found;
    },
  };
}

/** One that was deleted since is undefined. It counts as busy until the next list says so. */
async function readSeries(
  outbound: Outbound,
  auth: CalendarAuth,
  base: string,
  id: string,
): Promise<GraphEvent | undefined> {
  const { status, body } = await callGraph<GraphEvent>(outbound, auth, {
    path: `${base}/events/${encodeURIComponent(id)}`,
    query: { $select: 'isAllDay,isCancelled,showAs,responseStatus' },
    accepts: [404],
  });
  return status === 200 ? body : undefined;
}

const inherited = ({ isAllDay, isCancelled, showAs, responseStatus }: SeriesFields): SeriesFields => ({
  ...(isAllDay !== undefined && { isAllDay }),
  ...(isCancelled !== undefined && { isCancelled }),
  ...(showAs !== undefined && { showAs }),
  ...(responseStatus !== undefined && { responseStatus }),
});

async function instancesOf(
  outbound: Outbound,
  auth: CalendarAuth,
  base: string,
  { id }: GraphEvent,
  { start, end }: { readonly start: Date; readonly end: string },
): Promise<ChangeBatch['changed'][number][]> {
  const found: ChangeBatch['changed'][number][] = [];
  let path: string | undefined = `${base}/events/${encodeURIComponent(id)}/instances`;
  while (path !== undefined) {
    const { body }: { body: Partial<GraphPage<GraphEvent>> } = await callGraph(outbound, auth, {
      path,
      query: { startDateTime: start.toISOString(), endDateTime: end },
      accepts: [404],
    });
    found.push(...(body.value ?? []).map((event) => toEntry(event)));
    path = body['@odata.nextLink'];
  }
  return found;
}

import {
  CalendarError,
  fetchCalendar,
  type CalendarCursor,
  type ChangeBatch,
  type ChangesEnd,
} from '../provider/public.ts';
import {
  requestMultistatus,
  requestMultistatusUnless,
  resolveHref,
  type Dav,
  type DavAnswer,
} from './dav.ts';
import { isObject, getText, buildXml, type DavResponse } from './xml.ts';

const batchSize = 50;
/** More pages than the largest calendar has: a server that never comes to an end is given up. */
const maxPages = 1_000;
/** Of the entries of a batch that did not come with it, how many are read one by one. */
const maxSingle = 5;

/** By sync-collection (RFC 6578), or by ETags where a server has none. What could not be read before is asked for again. */
export async function* readChanges(
  dav: Dav,
  calendar: CalendarCursor,
): AsyncGenerator<ChangeBatch, ChangesEnd> {
  const { externalId, known, unread } = calendar;
  const listed = (await listChanges(dav, calendar)) ?? (await listAll(dav, externalId));
  const changed = [...listed.etags].flatMap(([href, etag]) =>
    etag !== null && known.get(href) === etag ? [] : [href],
  );
  const stillThere = [...unread].filter(
    (href) => !listed.removed.has(href) && (!listed.isWhole || listed.etags.has(href)),
  );
  const stale = [...new Set([...changed, ...stillThere])];
  if (listed.removed.size > 0) yield { changed: [], removed: [...listed.removed] };
  for (let from = 0; from < stale.length; from += batchSize)
    yield await fetchEntries(dav, externalId, stale.slice(from, from + batchSize));
  return { cursor: listed.cursor, all: listed.isWhole ? new Set(listed.etags.keys()) : null };
}

interface CalendarListing {
  /** By the address of the entry. */
  readonly etags: ReadonlyMap<string, string | null>;
  readonly removed: ReadonlySet<string>;
  readonly cursor: string | null;
  readonly isWhole: boolean;
}

/** A refused token means from the beginning; undefined: the server knows no such report. */
async function listChanges(
  dav: Dav,
  { externalId, cursor }: CalendarCursor,
): Promise<CalendarListing | undefined> {
  const since = cursor === null ? undefined : await listSince(dav, externalId, cursor);
  return since ?? listSince(dav, externalId, '');
}

/**
 * All changes since a token, page by page: an answer with a row of status 507 is not the whole (RFC 6578 3.6), and its token
 * leads to the rest. Nothing is known until the last page is there.
 */
async function listSince(dav: Dav, collection: string, since: string): Promise<CalendarListing | undefined> {
  const isWhole = since === '';
  const etags = new Map<string, string | null>();
  const removed = new Set<string>();
  let token = since;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const found = await syncCollection(dav, collection, token, token === since);
    if (!found) return undefined;
    for (const entry of entriesIn(found, collection)) {
      const isGone = isDeleted(entry);
      if (isGone) etags.delete(entry.url);
      else etags.set(entry.url, getText(entry.properties['getetag']));
      // With everything, some servers list what was deleted long ago.
      if (isGone && !isWhole) removed.add(entry.url);
      else removed.delete(entry.url);
    }
    const next = found.syncToken;
    if (!isTruncated(found)) return { etags, removed, cursor: next, isWhole };
    if (next === null || next === token) break;
    token = next;
  }
  throw new CalendarError('content', 'The calendar server sent only part of the calendar.');
}

/**
 * How servers refuse a token that they do not know, or the report itself. A server that is overloaded, that does not answer, or that
 * wants another password says nothing about the token.
 */
const refusals = [400, 403, 404, 405, 409, 410, 412, 415, 422, 500, 501, 507];

function syncCollection(
  dav: Dav,
  collection: string,
  token: string,
  mayBeRefused: boolean,
): Promise<DavAnswer | undefined> {
  const body = buildXml('d:sync-collection', {
    'd:sync-token': token,
    'd:sync-level': '1',
    'd:prop': { 'd:getetag': '', 'd:resourcetype': '' },
  });
  return requestMultistatusUnless(mayBeRefused ? refusals : [], dav, 'REPORT', collection, '0', body);
}

/** For servers without sync-collection: everything, by its ETag. */
async function listAll(dav: Dav, collection: string): Promise<CalendarListing> {
  const body = buildXml('d:propfind', { 'd:prop': { 'd:getetag': '', 'd:resourcetype': '' } });
  const found = await requestMultistatus(dav, 'PROPFIND', collection, '1', body);
  if (isTruncated(found))
    throw new CalendarError('content', 'The calendar server sent only part of the calendar.');
  const present = entriesIn(found, collection).filter((entry) => !isDeleted(entry));
  return {
    etags: new Map(present.map(({ url, properties }) => [url, getText(properties['getetag'])])),
    removed: new Set(),
    cursor: null,
    isWhole: true,
  };
}

type Entry = DavResponse & { readonly url: string };

function entriesIn({ responses, url }: DavAnswer, collection: string): Entry[] {
  return responses
    .map((response) => ({ ...response, url: resolveHref(response.href, url) }))
    .filter((entry) => isEntry(entry, collection));
}

function isEntry({ url, properties }: Entry, collection: string): boolean {
  const type = properties['resourcetype'];
  const isCollection = isObject(type) && 'collection' in type;
  return !isCollection && url.replace(/\/$/, '') !== collection.replace(/\/$/, '');
}

const isTruncated = ({ responses }: DavAnswer): boolean => responses.some(({ status }) => status === 507);

/** Any other status says that the server could not look, not that there is nothing. */
const isDeleted = ({ status }: DavResponse): boolean => status === 404 || status === 410;

async function fetchEntries(dav: Dav, collection: string, urls: readonly string[]): Promise<ChangeBatch> {
  const body = buildXml('c:calendar-multiget', {
    'd:prop': { 'd:getetag': '', 'c:calendar-data': '' },
    'd:href': urls.map((url) => new URL(url).pathname),
  });
  const { responses, url: base } = await requestMultistatus(dav, 'REPORT', collection, '1', body);
  const rows = new Map(responses.map((response) => [keyOf(resolveHref(response.href, base)), response]));
  const batch: Batch = { changed: [], removed: [], unread: [] };
  const missing: string[] = [];
  for (const url of urls) {
    const row = rows.get(keyOf(url));
    const content = row && getText(row.properties['calendar-data']);
    if (row && isDeleted(row)) batch.removed.push(url);
    else if (!row || content == null || !isComplete(content)) missing.push(url);
    else batch.changed.push({ externalId: url, etag: getText(row.properties['getetag']), content });
  }
  await Promise.all(missing.slice(0, maxSingle).map((url) => fetchEntry(dav, url, batch)));
  batch.unread.push(...missing.slice(maxSingle));
  return batch;
}

interface Batch {
  readonly changed: ChangeBatch['changed'][number][];
  readonly removed: string[];
  readonly unread: string[];
}

/** Servers write the same address in several ways. */
function keyOf(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** By a request of its own, which says for certain whether the entry is there. */
async function fetchEntry(dav: Dav, url: string, { changed, removed, unread }: Batch): Promise<void> {
  try {
    const accepts = [200, 404, 410];
    const { statusCode, headers, body } = await fetchCalendar(dav.outbound, dav.auth, { url, accepts });
    if (statusCode !== 200) removed.push(url);
    else if (!isComplete(body)) unread.push(url);
    else changed.push({ externalId: url, etag: headers['etag'] ?? null, content: body });
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    unread.push(url);
  }
}

const isComplete = (content: string): boolean => /END:VCALENDAR\s*$/i.test(content.slice(-200));

import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import {
  CalendarError,
  fetchCalendar,
  type CalendarAuth,
  type CalendarCursor,
  type CalendarProvider,
  type ChangeBatch,
  type ChangesEnd,
  type ExternalCalendar,
} from '../provider/public.ts';
import { caldavWriter } from './writer.ts';
import {
  isObject,
  list,
  parseMultistatus,
  textOf,
  xmlOf,
  type DavResponse,
  type Multistatus,
} from './xml.ts';

/** CalDAV (RFC 4791) with sync-collection (RFC 6578): Nextcloud, iCloud, Fastmail, Radicale, Xandikos, Cyrus and others. */

const batchSize = 50;

export function caldavProvider(outbound: Outbound): CalendarProvider {
  return {
    listCalendars: (auth) => listCalendars(outbound, auth),
    changes: (auth, calendar) => changes(outbound, auth, calendar),
    writer: caldavWriter(outbound),
  };
}

interface Dav {
  readonly outbound: Outbound;
  readonly auth: CalendarAuth;
}

/** From any address of an account to its calendars: the principal, its calendar home, and what lies there. */
async function listCalendars(outbound: Outbound, auth: CalendarAuth): Promise<ExternalCalendar[]> {
  const dav = { outbound, auth };
  const given = await describe(dav, auth.url);
  if (given && isCalendar(given.response)) return [calendarOf(given.response, given.url)];
  const principal = await findPrincipal(dav, given);
  const home = await findHome(dav, principal);
  const { responses, url } = await propfind(dav, home, '1');
  const calendars = responses
    .filter(isCalendar)
    .map((response) => ({ ...calendarOf(response, url), account: principal }));
  if (calendars.length === 0)
    throw new CalendarError('content', 'The account was found, and has no calendar with events.');
  return calendars;
}

interface Described {
  readonly response: DavResponse;
  readonly url: string;
}

/** What lies at an address; undefined when it is no WebDAV resource. */
async function describe(dav: Dav, url: string): Promise<Described | undefined> {
  try {
    const found = await propfind(dav, url, '0');
    const [response] = found.responses;
    return response && { response, url: found.url };
  } catch (error) {
    if (error instanceof CalendarError && (error.kind === 'address' || error.kind === 'content'))
      return undefined;
    throw error;
  }
}

async function findPrincipal(dav: Dav, given: Described | undefined): Promise<string> {
  const wellKnown = new URL('/.well-known/caldav', dav.auth.url).href;
  const candidates = [given, given ? undefined : await describe(dav, wellKnown)];
  for (const described of candidates) {
    if (!described) continue;
    if (hrefIn(described.response.properties['calendar-home-set'])) return described.url;
    const principal = hrefIn(described.response.properties['current-user-principal']);
    if (principal) return resolve(principal, described.url);
  }
  const fallback = given && (await describe(dav, wellKnown));
  const principal = fallback && hrefIn(fallback.response.properties['current-user-principal']);
  if (principal) return resolve(principal, fallback.url);
  throw new CalendarError('address', 'There is no CalDAV server at this address.');
}

async function findHome(dav: Dav, principal: string): Promise<string> {
  const { responses, url } = await propfind(dav, principal, '0');
  const home = hrefIn(responses[0]?.properties['calendar-home-set']);
  if (!home) throw new CalendarError('content', 'The account was found, and it has no calendars.');
  return resolve(home, url);
}

const described = {
  'd:prop': {
    'd:resourcetype': '',
    'd:displayname': '',
    'd:current-user-principal': '',
    'd:current-user-privilege-set': '',
    'c:calendar-home-set': '',
    'c:supported-calendar-component-set': '',
    'a:calendar-color': '',
  },
};

async function propfind(dav: Dav, url: string, depth: '0' | '1', what: object = described) {
  return multistatus(dav, 'PROPFIND', url, depth, xmlOf('d:propfind', what));
}

async function multistatus(
  { outbound, auth }: Dav,
  method: string,
  url: string,
  depth: '0' | '1',
  body: string,
): Promise<Multistatus & { readonly url: string }> {
  const headers = { depth, 'content-type': 'application/xml; charset=utf-8', prefer: 'return=minimal' };
  const answer = await fetchCalendar(outbound, auth, { url, method, headers, body, accepts: [207] });
  try {
    return { ...parseMultistatus(answer.body), url: answer.url };
  } catch {
    throw new CalendarError('content', 'The calendar server gave an answer that is not valid XML.');
  }
}

function isCalendar({ properties }: DavResponse): boolean {
  const type = properties['resourcetype'];
  if (!isObject(type) || !('calendar' in type)) return false;
  const supported = properties['supported-calendar-component-set'];
  const components = isObject(supported) ? list(supported['comp']) : [];
  return components.length === 0 || components.some((each) => isObject(each) && each['@name'] === 'VEVENT');
}

function calendarOf({ href, properties }: DavResponse, base: string): ExternalCalendar {
  const url = resolve(href, base);
  const color = /^#?([0-9a-f]{6})/i.exec(textOf(properties['calendar-color'])?.trim() ?? '')?.[1];
  return {
    externalId: url,
    name:
      textOf(properties['displayname'])?.trim() ||
      decodeURIComponent(url.replace(/\/$/, '').split('/').at(-1) ?? ''),
    color: color?.toLowerCase() ?? null,
    canWrite: mayWrite(properties['current-user-privilege-set']),
  };
}

/** A server that says nothing about privileges is believed to allow it: writing tells. */
function mayWrite(value: unknown): boolean {
  if (!isObject(value)) return true;
  const names = list(value['privilege']).flatMap((each) => (isObject(each) ? Object.keys(each) : []));
  return names.some((name) => ['write', 'write-content', 'bind', 'all'].includes(name));
}

function hrefIn(value: unknown): string | null {
  return isObject(value) ? (textOf(list(value['href'])[0])?.trim() ?? null) : null;
}

const resolve = (href: string, base: string): string => new URL(href, base).href;

async function* changes(
  outbound: Outbound,
  auth: CalendarAuth,
  calendar: CalendarCursor,
): AsyncGenerator<ChangeBatch, ChangesEnd> {
  const dav = { outbound, auth };
  const listed = (await listChanges(dav, calendar)) ?? (await listAll(dav, calendar.externalId));
  const known = calendar.known;
  const stale = [...listed.etags].flatMap(([href, etag]) =>
    etag !== null && known.get(href) === etag ? [] : [href],
  );
  if (listed.removed.length > 0) yield { changed: [], removed: listed.removed };
  for (let from = 0; from < stale.length; from += batchSize) {
    yield await fetchEntries(dav, calendar.externalId, stale.slice(from, from + batchSize));
  }
  return { cursor: listed.cursor, all: listed.isWhole ? new Set(listed.etags.keys()) : null };
}

interface Listed {
  /** By the address of the entry. */
  readonly etags: ReadonlyMap<string, string | null>;
  readonly removed: readonly string[];
  readonly cursor: string | null;
  readonly isWhole: boolean;
}

/** By sync-collection. A refused token, whatever its status, means from the beginning; undefined: the server knows no such report. */
async function listChanges(
  dav: Dav,
  calendar: CalendarCursor,
  token = calendar.cursor ?? '',
): Promise<Listed | undefined> {
  const body = xmlOf('d:sync-collection', {
    'd:sync-token': token,
    'd:sync-level': '1',
    'd:prop': { 'd:getetag': '', 'd:resourcetype': '' },
  });
  try {
    const found = await multistatus(dav, 'REPORT', calendar.externalId, '0', body);
    const entries = found.responses.map((response) => ({
      ...response,
      url: resolve(response.href, found.url),
    }));
    const isWhole = token === '';
    const gone = entries.filter(({ status }) => status === 404 || status === 410);
    const present = entries.filter((entry) => !gone.includes(entry) && isEntry(entry, calendar.externalId));
    return {
      etags: new Map(present.map(({ url, properties }) => [url, textOf(properties['getetag'])])),
      // With everything, some servers list what was deleted long ago.
      removed: isWhole ? [] : gone.map(({ url }) => url),
      cursor: found.syncToken,
      isWhole,
    };
  } catch (error) {
    if (error instanceof CalendarError && error.kind === 'sign_in' && token === '') throw error;
    if (error instanceof CalendarError && error.message.includes('did not answer')) throw error;
    return token === '' ? undefined : listChanges(dav, calendar, '');
  }
}

/** For servers without sync-collection: everything, by its ETag. */
async function listAll(dav: Dav, collection: string): Promise<Listed> {
  const what = { 'd:prop': { 'd:getetag': '', 'd:resourcetype': '' } };
  const { responses, url } = await propfind(dav, collection, '1', what);
  const entries = responses.map((response) => ({ ...response, url: resolve(response.href, url) }));
  const present = entries.filter((entry) => isEntry(entry, collection));
  return {
    etags: new Map(present.map((entry) => [entry.url, textOf(entry.properties['getetag'])])),
    removed: [],
    cursor: null,
    isWhole: true,
  };
}

function isEntry(
  { url, properties }: { url: string; properties: DavResponse['properties'] },
  collection: string,
): boolean {
  const type = properties['resourcetype'];
  const isCollection = isObject(type) && 'collection' in type;
  return !isCollection && url.replace(/\/$/, '') !== collection.replace(/\/$/, '');
}

/** What can not be read any more was removed since it was listed. */
async function fetchEntries(dav: Dav, collection: string, urls: readonly string[]): Promise<ChangeBatch> {
  const body = xmlOf('c:calendar-multiget', {
    'd:prop': { 'd:getetag': '', 'c:calendar-data': '' },
    'd:href': urls.map((url) => new URL(url).pathname),
  });
  const { responses, url: base } = await multistatus(dav, 'REPORT', collection, '1', body);
  const changed = responses.flatMap(({ href, properties }) => {
    const content = textOf(properties['calendar-data']);
    return content === null
      ? []
      : [{ externalId: resolve(href, base), etag: textOf(properties['getetag']), content }];
  });
  const found = new Set(changed.map(({ externalId }) => externalId));
  return { changed, removed: urls.filter((url) => !found.has(url)) };
}
